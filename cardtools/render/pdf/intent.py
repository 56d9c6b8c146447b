"""The output intent of a PDF, which says what its colours mean, and the standard PDF/X-4."""

from __future__ import annotations

from html import escape  # that of xml.sax loads all that speaks HTTP
from typing import Any

from cardtools.ground.errors import printable
from cardtools.ground.io.files import digest
from cardtools.render.pdf.objects import array, dictionary, stream
from cardtools.render.pdf.profile import PressProfile, srgb_profile
from cardtools.render.pdf.reportlab_private import write_entry
from cardtools.render.scene.pages import PdfInfo

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

    intent = dictionary(
        Type="/OutputIntent",
        S=kind,
        OutputConditionIdentifier=PDFString(name),
        Info=PDFString(name),
        DestOutputProfile=document.Reference(stream(profile + b"\n", N=channels)),
    )
    write_entry(document.Catalog, "OutputIntents", array([document.Reference(intent)]))


def _metadata(info: PdfInfo) -> bytes:
    given = {"title": info.title, "author": info.author, "subject": info.subject}
    words = {key: escape(printable(value), quote=False) for key, value in given.items()}
    key = digest(*given.values())[:32]
    number = "-".join((key[:8], key[8:12], key[12:16], key[16:20], key[20:]))
    return _XMP.format(**words, date=_DATE, id=number).encode("utf-8")
