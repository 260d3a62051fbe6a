import { expect, test } from 'vitest'
import { fieldsOf, mergeTerm, type TermFields } from '#app/admin/languages/glossary/term-dialog.tsx'

const as = (translation: string) => ({ rule: 'translate-as', translation }) as const
const KEEP = { rule: 'keep', translation: null } as const
const entry = (
  languages: Parameters<typeof fieldsOf>[0] extends infer E | undefined
    ? NonNullable<E> extends { languages: infer L }
      ? L
      : never
    : never,
  example: string | null = null,
): TermFields => fieldsOf({ term: 'language model', example, languages })

test('what only one has changed is taken over, from either side', () => {
  const merged = mergeTerm(
    entry({ de: as('Modell'), fr: KEEP }),
    entry({ de: as('Sprachmodell'), fr: KEEP }),
    entry({ de: as('Modell'), fr: as('modèle'), it: KEEP }, 'It reads.'),
  )
  expect(merged).toEqual({
    fields: entry({ de: as('Sprachmodell'), fr: as('modèle'), it: KEEP }, 'It reads.'),
    conflicts: [],
  })
})

test('what both have changed stays as mine, and is named', () => {
  const merged = mergeTerm(
    entry({ de: as('Modell') }, 'A'),
    entry({ de: as('Sprachmodell') }, 'B'),
    entry({ de: KEEP, es: as('modelo') }, 'C'),
  )
  expect(merged.fields).toEqual(entry({ de: as('Sprachmodell'), es: as('modelo') }, 'B'))
  expect(merged.conflicts).toEqual([
    { field: 'example', theirs: 'C' },
    { field: 'de', theirs: 'keep' },
  ])
})

test('the same change is no conflict, and a deleted language is none when I have not changed it', () => {
  const merged = mergeTerm(
    entry({ de: as('Modell'), fr: KEEP }),
    entry({ de: as('Sprachmodell'), fr: KEEP }),
    entry({ de: as('Sprachmodell') }),
  )
  expect(merged).toEqual({ fields: entry({ de: as('Sprachmodell') }), conflicts: [] })
})
