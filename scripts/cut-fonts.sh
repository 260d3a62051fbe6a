#!/bin/sh
# Makes the fonts in app/styles/fonts from the packages @fontsource-variable/* (OFL 1.1, see the licences there). Run it by
# hand when a package or the characters change, with fonttools (Debian's 4.38 or newer) and its module for Brotli.
#
# The serif has two optical sizes: one for headlines, and one for text with an italic. Each file has a single weight,
# which saves 18 kB where a text has nothing bold. All have the characters of our six languages, including typographic
# punctuation; the files app/styles/typefaces/*.css load other letters from the package itself.
#
# The other pairs have no optical sizes: one file each for headlines and text, with variable weight, and an italic with a
# single weight.
set -eu

cd "$(dirname "$0")/.."
packages=node_modules/@fontsource-variable
fonts=app/styles/fonts

characters=U+20-7E,U+A0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026
characters=$characters,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2212,U+2215

# cut <name> <file of a package> <axis=range>...
cut() {
  name=$1 from=$packages/$2
  shift 2
  fonttools varLib.instancer "$from" "$@" --output "$scratch/$name.woff2"
  fonttools subset "$scratch/$name.woff2" --unicodes="$characters" --layout-features='*' --flavor=woff2 \
    --output-file="$fonts/$name.woff2"
}

# fix <name> <weight>: reduces the weights to one, in a second step, because its outlines are rounded differently from
# those of a single weight made in one step.
fix() {
  mv "$fonts/$1.woff2" "$scratch/$1.woff2"
  fonttools varLib.instancer "$scratch/$1.woff2" wght="$2" --output "$fonts/$1.woff2"
}

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

cut newsreader-display newsreader/files/newsreader-latin-opsz-normal.woff2 opsz=60 wght=400:600
fix newsreader-display 500
cut newsreader-text newsreader/files/newsreader-latin-opsz-normal.woff2 opsz=18 wght=400:700
fix newsreader-text 400
cut newsreader-text-bold newsreader/files/newsreader-latin-opsz-normal.woff2 opsz=18 wght=400:700
fix newsreader-text-bold 650
cut newsreader-text-italic newsreader/files/newsreader-latin-opsz-italic.woff2 opsz=18 wght=400:700
fix newsreader-text-italic 400
cut instrument-sans instrument-sans/files/instrument-sans-latin-wght-normal.woff2 wght=400:700

cut schibsted-grotesk schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2 wght=400:700
fix schibsted-grotesk 600
cut hanken-grotesk hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2 wght=400:700
cut hanken-grotesk-italic hanken-grotesk/files/hanken-grotesk-latin-wght-italic.woff2 wght=400:700
fix hanken-grotesk-italic 400

cut eb-garamond eb-garamond/files/eb-garamond-latin-wght-normal.woff2 wght=400:700
cut eb-garamond-italic eb-garamond/files/eb-garamond-latin-wght-italic.woff2 wght=400:700
fix eb-garamond-italic 400
cut libre-franklin libre-franklin/files/libre-franklin-latin-wght-normal.woff2 wght=400:700
