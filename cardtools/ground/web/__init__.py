"""The one web server of the program: it serves a page of ours to the browser of this computer's user.

A page is a folder of files (HTML, CSS, JavaScript), routes of Starlette that answer with data, and a `Feed`
of what is new. `cardtools.commands.serving.serve` starts it for a command, with the options that all such
commands have; `LocalServer` is the server alone. A new page needs only:

    feed = Feed()

    async def move(request: Request) -> Response:
        match.apply(await read_json(request))  # an InputError becomes an answer with its problems
        feed.publish(match.version)
        return Response(status_code=204)

    page = WebPage(Path(__file__).parent, ("page.html", "page.css", "page.js"))
    routes = [Route("/moves", move, methods=["POST"]), Route("/events", feed.response)]
    return serve(console, "the table is", page, routes, address)

`page.html` loads `/session.js` before its own script, which waits for `session` before it asks for data:

    session.then(allowed => { if (allowed) start(); else sayThatTheLinkOfTheTerminalIsNeeded(); });
    const answer = await send("/moves", { action: "attack 2 -> 4" });  // a POST of JSON

Routes that are plain functions run in threads, those that are `async` must not wait for anything slow. What
the server asks of every request is in `guard`.
"""
