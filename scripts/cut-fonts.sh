#!/bin/sh
# Makes the fonts in app/styles/fonts from @fontsource-variable/newsreader (OFL 1.1, see LICENSE.txt there). Run it by
# hand when the package or the characters change, after `pip install fonttools==4.66.1 brotli==1.2.0`.
#
# The serif has two optical sizes: one for headlines, with a single weight, and one for text, with variable weight
# (which adds 16 kB) and an italic with a single weight. All have the characters of our six languages, including
# typographic punctuation; app/styles/fonts.css loads other letters from the package itself.
set -eu

cd "$(dirname "$0")/.."
package=node_modules/@fontsource-variable/newsreader/files
fonts=app/styles/fonts

characters=U+20-7E,U+A0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026
characters=$characters,U+2032-2033,U+2039-203A,U+2044,U+20AC,U+2122,U+2212,U+2215

# cut <name> <roman or italic file of the package> <axis=range>...
cut() {
  name=$1 from=$package/newsreader-latin-opsz-$2.woff2
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

cut newsreader-display normal opsz=60 wght=400:600
fix newsreader-display 500
cut newsreader-text normal opsz=18 wght=400:700
cut newsreader-text-italic italic opsz=18 wght=400:700
fix newsreader-text-italic 400
