import { expect, test } from 'vitest'
import { type IdeaForm, ideaInput } from '#core/domain/idea.ts'

const form = (change: Partial<IdeaForm> = {}): IdeaForm => ({
  title: ' Of quaggas ',
  why: '',
  links: '',
  language: '',
  section: '',
  person: '',
  planned_on: '',
  ...change,
})

test('what is left empty is open, and links are lines', () => {
  expect(ideaInput.parse(form({ links: ' https://example.org \n\nhttp://example.org/a?b=c#d' }))).toEqual({
    title: 'Of quaggas',
    why: '',
    links: ['https://example.org', 'http://example.org/a?b=c#d'],
    language: null,
    section: null,
    person: null,
    planned_on: null,
  })
})

test.each<[keyof IdeaForm, string]>([
  ['title', '  '],
  ['title', 'x'.repeat(201)],
  ['why', 'x'.repeat(2001)],
  ['links', 'javascript:alert(1)'],
  ['links', 'https://'],
  ['links', 'https://example.org/a b'],
  ['links', 'https://example.org\n'.repeat(11)],
  ['links', `https://example.org/${'x'.repeat(2000)}`],
  ['planned_on', 'tomorrow'],
])('%s is refused at its field (%#)', (field, value) => {
  const { error } = ideaInput.safeParse(form({ [field]: value }))
  expect(error?.issues.map(({ path }) => path)).toEqual([[field]])
})
