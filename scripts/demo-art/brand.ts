// The mark: an open eye whose iris is a clock at three. One colour and an accent.

import sharp from 'sharp'

const INK = '#1d1b26'
const PAPER = '#f5efe3'
const ACCENT = '#e4572e'

/** On a grid of 64; the hands are cut out, and sit so that they hold together at 16 px. */
const mark = (lids: string): string => `
	<mask id="hands" maskUnits="userSpaceOnUse" x="0" y="0" width="64" height="64">
		<circle cx="32" cy="32" r="13" fill="#fff"/>
		<path d="M31 24V33H37" fill="none" stroke="#000" stroke-width="4" stroke-linecap="square"/>
	</mask>
	<path ${lids} fill-rule="evenodd" d="M1 33C10 15 20 8 32 8S54 15 63 33C54 50 44 56 32 56S10 50 1 33ZM10 33C16 44 23 49.5 32 49.5S48 44 54 33C48 21 41 15.5 32 15.5S16 21 10 33Z"/>
	<rect width="64" height="64" fill="${ACCENT}" mask="url(#hands)"/>`

/** For browser tabs: the lids turn to paper where the tab is dark. */
export const favicon = (): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
	<style>.lids{fill:${INK}}@media (prefers-color-scheme:dark){.lids{fill:${PAPER}}}</style>${mark('class="lids"')}
</svg>
`

/** For home screens: the mark on paper, with room for rounded corners. */
export const icon = (size: number): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-11 -11 86 86" width="${size}" height="${size}">
	<rect x="-11" y="-11" width="86" height="86" fill="${PAPER}"/>${mark(`fill="${INK}"`)}
</svg>`),
  )
    .removeAlpha()
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
