"""ICC profiles: of a press, from colours of the screen to its inks and back, and sRGB; in PDFs."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import escape  # that of xml.sax loads all that speaks HTTP
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import bad_input, printable
from cardtools.ground.io.files import digest, read_bytes, shown
from cardtools.project.project import Project
from cardtools.render.pdf.reportlab_private import array, dictionary, stream, write_entry
from cardtools.render.pictures.images import png_file
from cardtools.render.scene.pages import PdfInfo

if TYPE_CHECKING:
    from PIL.Image import Image

_INTENTS = ("perceptual", "relative", "saturation", "absolute")  # by the number that ICC gives them
_HEADER = 128
_DATE = "2000-01-01T00:00:00+00:00"  # as in the PDF's information: the same pages give the same bytes
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmp:CreatorTool>cardtools</xmp:CreatorTool>
<pdf:Producer>cardtools</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""


@dataclass(frozen=True)
class PressProfile:
    """A press's profile: file, data, how colours out of its reach change, printing condition."""

    path: str
    data: bytes = field(repr=False)
    intent: str
    condition: str

    @cached_property
    def _transforms(self) -> tuple[Any, Any]:
        """To the inks, and from them to the screen."""
        from PIL import ImageCms

        own = ImageCms.ImageCmsProfile(io.BytesIO(self.data))
        intent, relative = ImageCms.Intent(_INTENTS.index(self.intent)), ImageCms.Intent.RELATIVE_COLORIMETRIC
        black_point = ImageCms.Flags.BLACKPOINTCOMPENSATION
        to_inks = ImageCms.buildTransform(_srgb(), own, "RGB", "CMYK", intent, black_point)
        return to_inks, ImageCms.buildTransform(own, _srgb(), "CMYK", "RGB", relative)

    def inks(self, image: Image) -> Image:
        """An RGB image as CMYK."""
        return self._transforms[0].apply(image)  # type: ignore[no-any-return]

    def proof(self, image: Image) -> Image:
        """An RGB image with the colours that it will have in print."""
        return self._transforms[1].apply(self.inks(image))  # type: ignore[no-any-return]

    def proof_png(self, png: bytes, dpi: int) -> bytes:
        """A PNG file of a card, as `proof`."""
        from PIL import Image

        with Image.open(io.BytesIO(png)) as image:
            return png_file(self.proof(image.convert("RGB")), dpi=(dpi, dpi))

    def check(self) -> PressProfile:
        """The profile itself. Raises InputError unless it is that of a CMYK press and can be used."""
        from PIL import ImageCms

        fault = ""
        if len(self.data) < _HEADER or self.data[36:40] != b"acsp":
            fault = "is not an ICC profile"
        elif self.data[12:20] != b"prtrCMYK":
            fault = "is not the profile of a press with CMYK inks"
        else:
            try:
                _ = self._transforms
            except (ImageCms.PyCMSError, OSError) as error:
                fault = f"is damaged: {error}"
        if fault:
            hint = "ask the print shop for the ICC profile of its press"
            raise bad_input(self.path, f"the file {fault}", hint)
        return self


def press_profile(project: Project, wanted_by: str) -> PressProfile:
    """The usable profile of `[print]`, `wanted_by` an option. Raises InputError if there is none."""
    settings = project.settings.print
    if not settings.profile:
        hint = 'get the profile of the press from the print shop: [print] profile = "profiles/NAME.icc"'
        raise bad_input(wanted_by, "the project file names no [print] profile", hint)
    path = project.path(settings.profile)
    if not os.path.realpath(path).startswith(os.path.join(os.path.realpath(project.root), "")):
        where = project.place("print", "profile") or "[print]"
        message = f"profile = {settings.profile!r} leaves the project folder"
        raise bad_input(where, message, "copy the file into the project")
    condition = settings.condition or Path(settings.profile).stem
    return PressProfile(shown(path), read_bytes(path, "profile_bytes"), settings.intent, condition).check()


@cache
def _srgb() -> Any:
    from PIL import ImageCms

    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))


@cache
def srgb_profile() -> bytes:
    """The profile of the screen's colours."""
    data: bytes = _srgb().tobytes()
    return data[:24] + bytes((7, 208, 0, 1, 0, 1)) + bytes(6) + data[36:]  # as made on 2000-01-01


def declare_srgb(document: Any) -> None:
    """Say in a document of reportlab that its colours are those of the screen."""
    _add_intent(document, "/GTS_PDFA1", "sRGB IEC61966-2.1", srgb_profile(), 3)


def declare_pdfx4(document: Any, info: PdfInfo, press: PressProfile) -> None:
    """Say in a document of reportlab that it is a PDF/X-4 file for a press."""
    _add_intent(document, "/GTS_PDFX", press.condition, press.data, 4)
    document.Catalog.Metadata = stream(_metadata(info), Type="/Metadata", Subtype="/XML")
    document.Catalog.Metadata.filters = []


def _add_intent(document: Any, kind: str, name: str, profile: bytes, channels: int) -> None:
    from reportlab.pdfbase.pdfdoc import PDFString

    named = {"OutputConditionIdentifier": PDFString(name), "Info": PDFString(name)}
    data = document.Reference(stream(profile + b"\n", N=channels))
    intent = dictionary(Type="/OutputIntent", S=kind, **named, DestOutputProfile=data)
    write_entry(document.Catalog, "OutputIntents", array([document.Reference(intent)]))


def _metadata(info: PdfInfo) -> bytes:
    given = {"title": info.title, "author": info.author, "subject": info.subject}
    words = {key: escape(printable(value), quote=False) for key, value in given.items()}
    key = digest(*given.values())[:32]
    number = "-".join((key[:8], key[8:12], key[12:16], key[16:20], key[20:]))
    return _XMP.format(**words, date=_DATE, id=number).encode("utf-8")
