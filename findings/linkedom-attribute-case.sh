#!/usr/bin/env bash
# linkedom 0.18.12: attributes that a page writes in capitals are not found.
#
# One would guess: a library that reads HTML for `querySelector` finds `LANG`, `hrefLang` and `REL` like any browser, because the names of
# attributes have no case in HTML (WHATWG HTML, 13.2.5.33 "Attribute name state": capitals are appended in lower case). It does so for the
# names of elements.
# True: the names of attributes keep the case that the page has, and every lookup compares with case. `document.documentElement.lang` is
# empty, `link[rel=alternate]`, `meta[property="og:locale"]` and `[hidden]` find nothing, without an error. Who reads pages of others
# (language, author, date, feeds, translations by `hreflang`, parts that are hidden) loses them for pages of older systems, which are the
# ones that write capitals.
# Way out: lower the names after parsing, or parse with a parser of the standard (parse5).
# Seen on 2026-11-29 with Node 24.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts linkedom@0.18.12 parse5@8.0.0 >/dev/null

cat > read.mjs <<'JS'
import { parseHTML } from 'linkedom'
import { parse } from 'parse5'
const page =
  '<!doctype html><HTML LANG="fr"><HEAD><LINK REL="alternate" HREFLANG="de" HREF="/de"></HEAD><BODY><P HIDDEN>Draft</P></BODY></HTML>'
const { document } = parseHTML(page)
const [html] = parse(page).childNodes.filter(({ nodeName }) => nodeName === 'html')
console.log('linkedom, elements p:', document.querySelectorAll('p').length)
console.log('linkedom, lang:', JSON.stringify(document.documentElement.getAttribute('lang')))
console.log('linkedom, alternates:', document.querySelectorAll('link[rel=alternate][hreflang]').length)
console.log('linkedom, hidden:', document.querySelectorAll('[hidden]').length)
console.log('parse5, lang:', JSON.stringify(html.attrs.find(({ name }) => name === 'lang')?.value))
JS

expected='linkedom, elements p: 1
linkedom, lang: null
linkedom, alternates: 0
linkedom, hidden: 0
parse5, lang: "fr"'
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
