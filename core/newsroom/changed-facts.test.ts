import * as diff from 'diff'
import { describe, expect, test } from 'vitest'
import type { Language } from '#core/i18n/languages.ts'
import { changedFacts, tells } from '#core/newsroom/changed-facts.ts'

const textsOf = (content: string) => ({ title: 'Seals', subtitle: null, excerpt: 'On the coast.', content })

function changes(before: string, after: string, language: Language = 'en'): string[] {
  return changedFacts(diff, textsOf(before), textsOf(after), language).map(
    (fact) => `${fact.before} → ${fact.after}`,
  )
}

const CHANGED: [what: string, before: string, after: string, found: string[], language?: Language][] = [
  ['a number', 'Some 33 percent of the **seals** came.', 'Some 31 percent of the **seals** came.', ['33 percent → 31 percent']],
  ['a number in words', 'Three boats sank.', 'Four boats sank.', ['Three → Four']],
  ['an amount', 'It costs $4 million a year.', 'It costs $4 billion a year.', ['$4 million → $4 billion']],
  ['a surname', 'The mayor, Anna Weber, said no.', 'The mayor, Anna Webber, said no.', ['Weber → Webber']],
  ['a first name that begins a sentence', 'Gertrude sank. It was late.', 'Hildegard sank. It was late.', ['Gertrude → Hildegard']],
  ['a date', 'It opened on 12 May 2026.', 'It opened on 14 June 2026.', ['12 May 2026 → 14 June 2026']],
  ['a weekday', 'They meet on Monday at noon.', 'They meet on Tuesday at noon.', ['Monday → Tuesday']],
  ['a quotation, with its number', 'He said “we lost 33 boats” then.', 'He said “we lost 31 ships” then.', ['“we lost 33 boats” → “we lost 31 ships”']],
  ['a number that is taken out', 'The harbour has 140 berths.', 'The harbour has berths.', ['140 → null']],
  ['a sentence that is taken out', 'All was well. Tom Berger resigned on 3 June.', 'All was well.', ['Berger → null', '3 June → null']],
  ['a number in another paragraph that is moved too', 'It has 140 berths.\n\nAll was well.', 'All was well.\n\nIt has 150 berths.', ['140 → 150']],
  ['a name in German', 'Die Sprecherin Anna Weber sagte nichts.', 'Die Sprecherin Anna Schmidt sagte nichts.', ['Weber → Schmidt'], 'de'],
  ['a decimal comma', 'Es sind 3,5 Prozent.', 'Es sind 3,7 Prozent.', ['3,5 Prozent → 3,7 Prozent'], 'de'],
  ['a date in French', 'Le port a ouvert le 12 mai 2026.', 'Le port a ouvert le 13 mai 2026.', ['12 mai 2026 → 13 mai 2026'], 'fr'],
  ['a name in Spanish', 'La alcaldesa Ana Ruiz habló.', 'La alcaldesa Ana Soto habló.', ['Ruiz → Soto'], 'es'],
  ['one name at many places', 'For Anna Weber.\n\nBy Anna Weber.', 'For Anna Ruiz.\n\nBy Anna Ruiz.', ['Weber → Ruiz']],
] // biome-ignore format: a table

test.each(CHANGED)('%s is found', (_what, before, after, found, language) => {
  expect(changes(before, after, language)).toEqual(found)
})

const SAME: [what: string, before: string, after: string, language?: Language][] = [
  ['spaces', 'It has  140 berths.\n\n\nAll was well.', 'It has 140\nberths.\n\nAll was well.'],
  ['spelling', 'The harbor recieved 140 boats.', 'The harbour received 140 boats.'],
  ['case', 'The Harbour Office has 140 berths.', 'The harbour office has 140 berths.'],
  ['accents of a name', 'The mayor, Ana Ruíz, said no.', 'The mayor, Ana Ruiz, said no.'],
  ['marks of a quotation', 'He said "we lost 33 boats" then.', 'He said “we lost 33 boats” then.'],
  ['a separator of thousands', 'It has 1,400 berths.', 'It has 1400 berths.'],
  ['how a number is written', 'It costs $4 million.', 'It costs $4m.'],
  ['bold, links and pictures', 'It has 140 berths in Emden.', 'It has **140** berths in [Emden](https://example.org/2024).'],
  ['other words', 'The boats were old. They left.', 'Those ships were worn. They went away.'],
  ['what is added', 'All was well.', 'All was well. Tom Berger left on 3 June with 14 boats.'],
  ['order', 'It has 140 berths.\n\nAll was well.', 'All was well.\n\nIt has 140 berths.'],
  ['more of a date', 'It opened on 12 May.', 'It opened on 12 May 2026.'],
  ['a pronoun for one who is named elsewhere', 'Anna Weber came. Then Anna Weber left.', 'Anna Weber came. Then she left.'],
  ['another first word', 'Yesterday Weber left with Weber.', 'Today Weber left with Weber.'],
  ['another noun in German', 'Der Hafen und die Boote waren alt.', 'Der Kai und die Schiffe waren alt.', 'de'],
  ['a genitive', 'The plan of Weber, says Weber.', 'Weber’s plan, says Weber.'],
] // biome-ignore format: a table

test.each(SAME)('%s is no other fact', (_what, before, after, language) => {
  expect(changes(before, after, language)).toEqual([])
})

test('title and excerpt are read too', () => {
  const before = { ...textsOf(''), title: '33 seals', excerpt: 'On 12 May.' }
  const after = { ...before, title: '31 seals', excerpt: 'On 13 May.' }
  expect(changedFacts(diff, before, after, 'en')).toEqual([
    { before: '33', after: '31' },
    { before: '12 May', after: '13 May' },
  ])
})

test('of a new text in the place of a very long one, a bounded number of changes is told', () => {
  const write = (word: string) =>
    Array.from({ length: 2000 }, (_, n) => `“${word} ${n * 7} boats” said Person${n} ${word}${n}.`).join(
      '\n\n',
    )
  expect(changes(write('Old'), write('New'))).toHaveLength(40)
})

describe('a correction tells of a change', () => {
  const change = { before: '33 percent', after: '31 percent' }
  test.each([
    ['It was 31, not 33 percent.', true],
    ['An earlier version said 33 percent. It is 31 percent.', true],
    ['An earlier version named the wrong share.', false],
    ['It is 31 percent.', false],
    ['It was 331, not 333.', false],
  ])('%s: %s', (text, isTold) => {
    expect(tells(text, change)).toBe(isTold)
  })
})
