import { expect, test } from 'vitest'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { drawMosaic, paletteOfSection } from '#server/platform/images/share/art/mosaic.ts'
import { motifsOfSection } from '#server/platform/images/share/art/motifs.ts'

test.each(SHIPPED_SECTIONS)(
  'no two neighbouring tiles of a %s mosaic have the same background',
  (category) => {
    for (let seed = 0; seed < 300; seed++) {
      const drawing = drawMosaic({
        seed: `${category} ${seed}`,
        palette: paletteOfSection({ slug: category, color: null }),
        motifs: motifsOfSection(category),
      })
      const grounds = [
        ...drawing.matchAll(/<g transform="translate\([^)]*\)"><rect [^>]*fill="(#\w+)"/g),
      ].map(([, colour]) => colour)
      expect(grounds).toHaveLength(6)
      for (const [one, two] of [
        [0, 1],
        [2, 3],
        [4, 5],
        [0, 2],
        [2, 4],
        [1, 3],
        [3, 5],
      ] as const) {
        expect(grounds[one]).not.toBe(grounds[two])
      }
    }
  },
)
