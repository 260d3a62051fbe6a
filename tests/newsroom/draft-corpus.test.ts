import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import { type CorpusGroup, FAULTS, readDraftCorpus, textOfItem } from '../support/draft-corpus.ts'
import { type DraftModel, startDraftModel } from '../support/faulty-drafts.ts'

const groups = readDraftCorpus()

test('the sentences of the groups are those that are cited', () => {
  expect(groups).toHaveLength(41)
  for (const { name, items } of groups)
    for (const item of items)
      expect(
        cutSentences(textOfItem(item), item.language).map(({ text }) => text),
        `${name}: ${item.outlet}`,
      ).toEqual(item.text)
})

test('there are 300 approved sentences, of which 60 rest on other languages, and ten of each fault', () => {
  const approved = groups.flatMap(({ items, approved }) =>
    approved.map(({ cites }) => cites.map((cite) => items[Number.parseInt(cite, 10) - 1]?.language)),
  )
  expect(approved.length).toBeGreaterThanOrEqual(300)
  expect(
    approved.filter((languages) => languages.some((language) => language !== 'en')).length,
  ).toBeGreaterThanOrEqual(60)
  for (const fault of FAULTS)
    expect(
      groups.flatMap(({ faults }) => faults).filter((sentence) => sentence.fault === fault).length,
      fault,
    ).toBeGreaterThanOrEqual(10)
})

describe('the model that writes drafts', () => {
  let model: DraftModel
  beforeAll(async () => {
    model = await startDraftModel()
  })
  afterAll(() => model.stop())

  test('numbers sentences as the request does, and leaves out what rests on sources that were not ticked', async () => {
    const [group] = groups
    const { sentences } = await ask(model, group, [2, 3])
    expect(sentences).toContainEqual({
      kind: 'fact',
      text: 'In Kehrbach 210 of the 340 dispatch jobs are to go, the works council says; management has not confirmed that number.',
      cites: ['2.1', '2.2'],
    })
    expect(sentences.map(({ text }) => text)).not.toContain(
      'A Veltra spokesman called the memo an early draft which is not valid any more.',
    )
  })

  test('commits the faults that it is told to', async () => {
    const [group] = groups
    model.commit('number-changed')
    const { sentences } = await ask(model, group, [1])
    model.commit()
    expect(sentences[1]?.text).toContain('1,500 dispatchers')
  })
})

interface Drafted {
  sentences: { text: string; cites: string[]; kind: string }[]
}

async function ask(model: DraftModel, group: CorpusGroup | undefined, places: number[]): Promise<Drafted> {
  const sources = places.map((place, index) => {
    const item = group?.items[place - 1]
    const sentences = item?.text.map((text, at) => ({ id: `${index + 1}.${at + 1}`, text }))
    return { id: String(index + 1), outlet: item?.outlet, sentences }
  })
  const input = { task: 'draft', language: 'en', length: 'long', question: '', sources }
  const response = await fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: JSON.stringify(input) }] }),
  })
  const { choices } = await response.json()
  return JSON.parse(choices[0].message.content)
}
