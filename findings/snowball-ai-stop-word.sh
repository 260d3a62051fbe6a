#!/usr/bin/env bash
# PostgreSQL 18 and Snowball: an Italian or French paper about AI cannot be searched for "AI".
#
# One would guess: "AI" is an abbreviation like "UE" or "ONU", and is found like them.
# True: the lists of stop words have "ai" in Italian ("a" and "i") and in French (the "ai" of "j'ai"), and words are compared without
# regard to capitals. The name of the subject is in no index: a search for it finds nothing, and a search for "AI Act" finds every
# text with an "act". The same in English: "US", "IT" and "WHO" are "us", "it" and "who", and of these only "US" is found.
# Way out: a list of stop words of one's own, or words in capitals beside the vector.
# Seen on 2026-11-29 with Node 24 and the build of PostgreSQL 18.7 for WebAssembly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.17 >/dev/null

cat > search.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'

const database = await PGlite.create()
for (const [language, text, query] of [
  ['italian', 'Il porto prova AI e reti.', 'AI'],
  ['italian', 'Il porto segue la UE.', 'UE'],
  ['italian', 'Il primo act di un concerto.', 'AI Act'],
  ['french', 'Le port essaie AI et robots.', 'AI'],
  ['german', 'Der Hafen probiert AI und Roboter.', 'AI'],
  ['english', 'The US harbour asks IT and the WHO.', 'US'],
  ['english', 'The US harbour asks IT and the WHO.', 'IT'],
  ['english', 'The US harbour asks IT and the WHO.', 'WHO'],
]) {
  const { rows } = await database.query(
    'select to_tsvector($1::regconfig, $2) @@ websearch_to_tsquery($1::regconfig, $3) as found', [language, text, query])
  console.log(`${language}: ${text} ${query}: ${rows[0].found ? 'found' : 'not found'}`)
}
JS

expected='italian: Il porto prova AI e reti. AI: not found
italian: Il porto segue la UE. UE: found
italian: Il primo act di un concerto. AI Act: found
french: Le port essaie AI et robots. AI: not found
german: Der Hafen probiert AI und Roboter. AI: found
english: The US harbour asks IT and the WHO. US: found
english: The US harbour asks IT and the WHO. IT: not found
english: The US harbour asks IT and the WHO. WHO: not found'
seen=$(node search.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
