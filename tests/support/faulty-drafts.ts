import { type CorpusGroup, type Fault, readDraftCorpus } from './draft-corpus.ts'
import { type Misbehaviour, type ModelInput, type ModelServer, startModelServer } from './model-server.ts'

/** Responses of a model that are not a draft. */
const BROKEN = {
  'a page': { text: '<!doctype html><html><body><h1>Draft</h1><p>Here is your draft.</p></body></html>' },
  'ten megabytes': { text: `{"title":"${'x'.repeat(10 * 1024 * 1024)}"}` },
  silence: 'hang',
  'invalid JSON': { text: '{"title":"Port stops its cranes","sentences":[{"text":"The port' },
} satisfies Record<string, Misbehaviour>

/** A fault in all sentences of a model's draft. */
type Manner = 'as HTML' | 'with ids that were not ticked' | 'in another language'

export interface DraftModel extends ModelServer {
  /** Adds the sentences of their group with these faults to drafts from now on, after the first approved one. */
  commit(...faults: Fault[]): void
  /** Writes all drafts like this, or again as they were approved. */
  write(manner: Manner | null): void
  /** Answers the next request with something that is not a draft. */
  breakNext(how: keyof typeof BROKEN): void
}

/** A fake language model that answers requests for drafts with sentences that were written by hand for the ticked sources. */
export async function startDraftModel(options: { model?: string } = {}): Promise<DraftModel> {
  const corpus = readDraftCorpus()
  let faults: readonly Fault[] = []
  let manner: Manner | null = null
  const server = await startModelServer({
    ...options,
    answer: (input) => (input.task === 'draft' ? draftOf(corpus, input as DraftInput, faults, manner) : {}),
  })
  return Object.assign(server, {
    commit: (...next: Fault[]) => {
      faults = next
    },
    write: (next: Manner | null) => {
      manner = next
    },
    breakNext: (how: keyof typeof BROKEN) => server.misbehave(BROKEN[how]),
  })
}

interface DraftInput extends ModelInput {
  length: 'short' | 'medium' | 'long'
  sources: { id: string; outlet: string; sentences: { id: string; text: string }[] }[]
}

interface DraftSentence {
  text: string
  cites: string[]
  kind: 'fact' | 'quote'
}

const SENTENCES = { short: 5, medium: 9, long: 100 }

function draftOf(
  corpus: readonly CorpusGroup[],
  { sources, length }: DraftInput,
  faults: readonly Fault[],
  manner: Manner | null,
) {
  const group = findGroup(corpus, sources)
  if (!group) return { title: '', subtitle: '', excerpt: '', sentences: [] }
  const approved: DraftSentence[] = group.approved
    .filter(({ kind }) => kind !== 'title')
    .flatMap(({ kind, text, cites }) => {
      const ids = idsOf(group, sources, cites)
      return ids
        ? [{ text, cites: ids, kind: kind === 'quote' ? ('quote' as const) : ('fact' as const) }]
        : []
    })
    .slice(0, SENTENCES[length])
  const faulty: DraftSentence[] = group.faults
    .filter(({ fault }) => faults.includes(fault))
    .flatMap(({ fault, text, cites }) => {
      const ids = fault === 'foreign-id' ? cites : idsOf(group, sources, cites)
      return ids ? [{ text, cites: ids, kind: 'fact' as const }] : []
    })
  const [first, ...rest] = approved
  return {
    title: group.approved.find(({ kind }) => kind === 'title')?.text ?? '',
    subtitle: '',
    excerpt: first?.text ?? '',
    sentences: [...(first ? [first] : []), ...faulty, ...rest].map((sentence) => inManner(sentence, manner)),
  }
}

/** The group of which most sentences are in the request. */
function findGroup(corpus: readonly CorpusGroup[], sources: DraftInput['sources']): CorpusGroup | undefined {
  const asked = new Set(sources.flatMap(({ sentences }) => sentences.map(({ text }) => text)))
  const shared = ({ items }: CorpusGroup) =>
    items.flatMap(({ text }) => text).filter((text) => asked.has(text))
  return corpus
    .filter((group) => shared(group).length > 0)
    .toSorted((a, b) => shared(b).length - shared(a).length)[0]
}

/** The sentences of the group as the request numbers them; null when one of them was not ticked. */
function idsOf(
  group: CorpusGroup,
  sources: DraftInput['sources'],
  cites: readonly string[],
): string[] | null {
  const ids = cites.map((cite) => {
    const [place = 0, sentence = 0] = cite.split('.').map(Number)
    const item = group.items[place - 1]
    const words = item?.text[sentence - 1]
    return sources
      .toSorted((a, b) => Number(b.outlet === item?.outlet) - Number(a.outlet === item?.outlet))
      .flatMap(({ sentences }) => sentences)
      .find(({ text }) => text === words)?.id
  })
  return ids.every((id) => id !== undefined) ? ids : null
}

function inManner(sentence: DraftSentence, manner: Manner | null): DraftSentence {
  switch (manner) {
    case 'as HTML':
      return { ...sentence, text: `<p>${sentence.text}</p><script>alert(1)</script>` }
    case 'with ids that were not ticked':
      return { ...sentence, cites: ['99.1'] }
    case 'in another language':
      return {
        ...sentence,
        text: 'Das Unternehmen hat die Zahlen am Dienstag nach Angaben der Zeitung bestätigt.',
      }
    default:
      return sentence
  }
}
