"""Tries the official client for Python against a running site, beside the tests of the client for JavaScript.

Not part of `npm test`, because it needs Python: `pip install supabase==2.30.0`, start a site with the demo, and

    python3 tests/contract/python-client.py http://127.0.0.1:3000 admin@example.com PASSWORD

It leaves nothing behind, prints what it tried, and ends with an error at the first answer that is not as expected.
"""

import re
import sys
import urllib.request

from supabase import create_client

url, email, password = sys.argv[1:4]
page = urllib.request.urlopen(url).read().decode()
key = re.search(r"sb_publishable_[\w-]+", page).group()


def expect(what, actual, expected=True):
    assert actual == expected, f"{what}: {actual!r} instead of {expected!r}"
    print(f"ok  {what}")


reader = create_client(url, key)
articles = (
    reader.table("articles")
    .select("id, slug, title", count="exact")
    .eq("language", "en")
    .or_("category.eq.tech,category.eq.business")
    .order("publish_date", desc=True)
    .limit(3)
    .execute()
)
expect("filters, order, limit and count", (len(articles.data), articles.count > 3), (3, True))
slug = articles.data[0]["slug"]
one = reader.table("articles").select("slug").eq("slug", slug).single().execute()
expect("a single row", one.data, {"slug": slug})
none = reader.table("articles").select("slug").eq("slug", "there-is-none").maybe_single().execute()
expect("no row", none is None or none.data is None)
found = reader.rpc("search_articles", {"p_query": "model", "p_language": "en"}).execute()
expect("a function of the database", len(found.data) > 0)
try:
    reader.functions.invoke("check-links", {"body": {"urls": []}})
    expect("a function of the desk is none for readers", False)
except Exception as error:
    expect("a function of the desk is none for readers", getattr(error, "status", None), 401)
try:
    reader.table("articles").insert({"title": "x"}).execute()
    expect("a reader writes nothing", False)
except Exception as error:
    expect("a reader writes nothing", getattr(error, "code", None), "42501")

desk = create_client(url, key)
try:
    desk.auth.sign_in_with_password({"email": email, "password": "not the password"})
    expect("a wrong password", False)
except Exception as error:
    expect("a wrong password", getattr(error, "code", None), "invalid_credentials")
session = desk.auth.sign_in_with_password({"email": email, "password": password}).session
expect("signing in", session.user.email, email)
expect("the user", desk.auth.get_user().user.email, email)
expect("a fresh session", desk.auth.refresh_session().user.email, email)

draft = {
    "title": "Written by Python",
    "slug": "written-by-python",
    "excerpt": "A draft.",
    "content": "One paragraph.",
    "category": "tech",
    "author": "A client",
    "language": "en",
    "published": False,
}
row = desk.table("articles").insert(draft).execute().data[0]
try:
    expect("a row is written", row["title"], draft["title"])
    changed = desk.table("articles").update({"excerpt": "Another."}).eq("id", row["id"]).execute()
    expect("a row is changed", changed.data[0]["excerpt"], "Another.")
finally:
    desk.table("articles").delete().eq("id", row["id"]).execute()
left = desk.table("articles").select("id").eq("id", row["id"]).execute()
expect("a row is deleted", left.data, [])

bucket = desk.storage.from_("article-images")
picture = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)
path = "articles/python-client.png"
bucket.upload(path, picture, {"content-type": "image/png", "upsert": "true"})
try:
    expect("a picture is listed", path.split("/")[1] in [file["name"] for file in bucket.list("articles")])
    signed = bucket.create_signed_url(path, 60)["signedURL"]
    expect("a signed address", urllib.request.urlopen(signed).status, 200)
    several = bucket.create_signed_urls([path], 60)
    expect("several signed addresses", [item["error"] for item in several], [None])
    expect("a picture comes back", bucket.download(path)[:4], b"\x89PNG")
    expect("its public address", urllib.request.urlopen(bucket.get_public_url(path)).status, 200)
finally:
    removed = bucket.remove([path])
expect("a picture is removed", [file["name"] for file in removed], [path])

desk.auth.sign_out()
expect("signing out", desk.auth.get_session(), None)
