#!/usr/bin/env bash
# linkedom 0.18.12: a page whose head and body are not its first two elements has an empty body.
#
# One would guess: `document.body` is the body of the page, as in browsers, which also put what stands before, between and after into the
# body or the head (WHATWG HTML, 13.2.6 "Tree construction").
# True: the tree is as the source has it. Where anything is between `</head>` and `<body>`, or before `<html>`, `document.body` makes a new,
# empty body in front of the real one; without an error, and for that page every time. Servers write a script for machines there, a
# warning of PHP or a style of a plug-in: 23 of 990 saved news pages, of which a second reading then "lost" sentences.
# Way out: let a parser of the standard (parse5) build the tree, and give linkedom what it serialises: twice the time of linkedom alone
# (28 ms for a page of 160 kB), a fifth of that of jsdom.
# Seen on 2026-11-29 with Node 24.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts linkedom@0.18.12 parse5@8.1.1 >/dev/null

cat > read.mjs <<'JS'
import { parseHTML } from 'linkedom'
import { parse, serialize } from 'parse5'
const page =
  '<!doctype html><html><head><title>T</title></head><script type="application/ld+json">{}</script><body><p>One.</p></body></html>'
const bodyOf = (source) => {
  const { document } = parseHTML(source)
  const { textContent } = document.body
  return `${JSON.stringify(textContent)} in the body, ${document.querySelectorAll('body').length} bodies`
}
console.log('linkedom:', bodyOf(page))
console.log('after parse5:', bodyOf(serialize(parse(page))))
JS

expected='linkedom: "" in the body, 2 bodies
after parse5: "One." in the body, 1 bodies'
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
