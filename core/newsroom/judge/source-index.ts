import type { Citation } from '#core/domain/sourced-article.ts'
import { anyOf, hasCapitalNouns } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import type { InstructionFacts } from '#core/languages/language-facts.ts'
import type { JudgeContext, JudgedSource } from '#core/newsroom/judge/judge.ts'
import { countedBy, countsOf } from '#core/newsroom/judge/reading/counts-of.ts'
import { PassageIndex } from '#core/newsroom/judge/reading/passage-index.ts'
import type { NameEntity } from '#core/newsroom/judge/reading/read-clauses.ts'
import { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import type { Quantity } from '#core/translation/checks/numbers/quantity.ts'

const REFERRING_WORDS = anyOf(({ reports }) => reports.refers)

/** A sentence of a source, with its neighbours. */
export class SourceSentence extends SentenceReading {
  readonly source: JudgedSource
  readonly id: number
  readonly place: number
  #instruction: string | null | undefined

  constructor(source: JudgedSource, place: number) {
    const { id, text } = source.sentences[place] ?? { id: 0, text: '' }
    super(text, source.language)
    this.source = source
    this.id = id
    this.place = place
  }

  /** The words by which it speaks to a language model. */
  get instruction(): string | null {
    if (this.#instruction === undefined) this.#instruction = findInstruction(this.text)
    return this.#instruction
  }
}

/** The most sentences of all sources that are compared. */
const MAX_SENTENCES = 20_000

/** The sources of an article, prepared for many judgements. */
export class SourceIndex {
  readonly context: JudgeContext
  readonly present: readonly JudgedSource[]
  readonly sentences: readonly SourceSentence[]
  readonly newest: number
  readonly #sources: ReadonlyMap<number, JudgedSource>
  readonly #byId = new Map<string, SourceSentence>()
  #passages: PassageIndex | null = null
  #knownNames: ReadonlySet<string> | null = null
  #figures: ReadonlyMap<string, KnownFigure[]> | null = null
  #instructions: SourceSentence[] | null = null

  constructor(context: JudgeContext) {
    this.context = context
    this.#sources = new Map(context.sources.map((source) => [source.number, source]))
    this.present = context.sources.filter(({ state }) => state === 'present' || state === 'corrected')
    this.newest = Math.max(...this.present.map(({ published_at }) => Date.parse(published_at) || 0), 0)
    const sentences: SourceSentence[] = []
    for (const source of context.sources)
      for (const place of source.sentences.keys()) {
        if (sentences.length >= MAX_SENTENCES) break
        const sentence = new SourceSentence(source, place)
        sentences.push(sentence)
        this.#byId.set(`${source.number}.${sentence.id}`, sentence)
      }
    this.sentences = sentences
  }

  source(number: number): JudgedSource | undefined {
    return this.#sources.get(number)
  }

  find({ source, sentence }: Pick<Citation, 'source' | 'sentence'>): SourceSentence | undefined {
    return this.#byId.get(`${source}.${sentence}`)
  }

  /** Returns true if a link of the text may lead to an address: that of a source, or of a page of the publication. */
  mayLinkTo(address: string): boolean {
    if (/^(?:#|\/(?!\/))/.test(address)) return true
    return this.context.sources.some(({ url }) => url && withoutFragment(url) === withoutFragment(address))
  }

  /** The sentences before and after one in its source. */
  neighbours({ source, place }: SourceSentence, distance: number): SourceSentence[] {
    return source.sentences
      .slice(Math.max(0, place - distance), place + distance + 1)
      .flatMap(({ id }) => this.find({ source: source.number, sentence: id }) ?? [])
      .filter((sentence) => sentence.place !== place)
  }

  /** The sentences before one that refers to somebody without a name, which may contain the name. */
  meantBy(sentence: SourceSentence, isReferring = REFERRING.test(sentence.text)): SourceSentence[] {
    const near = isReferring
      ? this.neighbours(sentence, MAX_BEFORE).filter(({ place }) => place < sentence.place)
      : []
    const holder = this.#holderOfRole(sentence)
    return holder && !near.includes(holder) ? [holder, ...near] : near
  }

  /** The names that a sentence means by a pronoun or by a noun such as the association: those of the nearest sentence that has any. */
  namesMeantBy(sentence: SourceSentence): NameEntity[] {
    const namesOf = ({ clauses }: SourceSentence) => clauses.flatMap(({ names }) => names)
    const holder = this.#holderOfRole(sentence)
    if (holder) return namesOf(holder)
    const before = this.meantBy(sentence).map(namesOf)
    const nouns = [...sentence.text.matchAll(/(?<!\p{L})the (\p{Ll}{4,})/giu)].map(([, noun = '']) =>
      foldName(noun),
    )
    const named = before.flat().filter(({ words }) => words.some((word) => nouns.includes(word)))
    return named.length > 0 ? named : (before.findLast(({ length }) => length > 0) ?? [])
  }

  /** The last sentence before that names the person of a role: the name of the professor. */
  #holderOfRole(sentence: SourceSentence): SourceSentence | undefined {
    const role = sentence.clauses.flatMap(({ facts }) => facts).find(({ kind }) => kind === 'role')
    if (!role || sentence.clauses.some(({ names }) => names.length > 0)) return undefined
    return this.neighbours(sentence, MAX_LOOK_BACK).findLast(
      ({ place, clauses }) =>
        place < sentence.place &&
        clauses.some(({ facts, names }) => names.length > 0 && facts.some(({ key }) => key === role.key)),
    )
  }

  get passages(): PassageIndex {
    this.#passages ??= new PassageIndex(this.context.sources)
    return this.#passages
  }

  /** The names of all sources, folded, that have a capital in the middle of a sentence. */
  get knownNames(): ReadonlySet<string> {
    this.#knownNames ??= new Set(
      this.sentences
        .filter(({ language }) => !hasCapitalNouns(language))
        .flatMap(({ names }) =>
          names.filter(({ isFirst }) => !isFirst).map(({ text }) => text.toLowerCase()),
        ),
    )
    return this.#knownNames
  }

  /** The figures of all sources that count the same, in their order. */
  figuresFor(counted: string): readonly KnownFigure[] {
    this.#figures ??= figuresOf(this.sentences.filter(({ source }) => this.present.includes(source)))
    return this.#figures.get(counted) ?? []
  }

  /** The sentences of all sources that speak to a language model. */
  get instructions(): readonly SourceSentence[] {
    this.#instructions ??= this.sentences
      .filter(({ instruction }) => instruction !== null)
      .slice(0, MAX_INSTRUCTIONS)
    return this.#instructions
  }
}

interface KnownFigure {
  sentence: SourceSentence
  quantity: Quantity
}

/** The most figures that count the same that are compared with one of a text. */
const MAX_FIGURES = 200

function figuresOf(sentences: readonly SourceSentence[]): Map<string, KnownFigure[]> {
  const figures = new Map<string, KnownFigure[]>()
  for (const sentence of sentences) {
    if (!/\d/.test(sentence.text)) continue
    for (const quantity of countsOf(sentence)) {
      const counted = countedBy(sentence, quantity)
      const known = figures.get(counted) ?? []
      if (known.length < MAX_FIGURES) known.push({ sentence, quantity })
      figures.set(counted, known)
    }
  }
  return figures
}

/** The most sentences that speak to a model that are compared with those of a text. */
const MAX_INSTRUCTIONS = 50
/** The greatest distance, in sentences, of a name to which a sentence refers, and of that of a role. */
const MAX_BEFORE = 4
const MAX_LOOK_BACK = 30
const REFERRING = new RegExp(`(?<![\\p{L}])(?:${REFERRING_WORDS})(?![\\p{L}])`, 'iu')

const withoutFragment = (address: string) => address.replace(/#.*$/, '').replace(/\/$/, '')

/** A pattern of every language: a text may speak to models in any. */
const any = (pattern: keyof InstructionFacts) => `(?:${anyOf(({ instructions }) => instructions[pattern])})`

const START = String.raw`(?<![\p{L}\p{N}])`
const END = String.raw`(?![\p{L}\p{N}])`

const ORDERED = String.raw`(?:^|[.!?:;,"«([–—-]\s*|${START}${any('please')}\s+)`
const EARLIER_ORDERS = String.raw`${any('earlier')}\s+(?:\S{1,30}\s+)?${any('orders')}|${any('orders')}\s+${any('earlier')}`
const TO = any('noteTo')

const INSTRUCTION = new RegExp(
  [
    // Ignore your previous instructions.
    String.raw`${ORDERED}${any('ignore')}(?:\s+\S{1,30}){0,5}?\s+${any('orders')}`,
    String.raw`${START}${any('ignore')}(?:\s+\S{1,30}){0,3}?\s+(?:${EARLIER_ORDERS})`,
    // You are a language model.
    String.raw`${START}${any('to')}\s+(?:${any('article')}\s*)?${any('model')}${END}(?!\s+${any('aboutModels')})\s*(?:$|[,.:;!]|that|who|which|reading|processing|writing|summari)`,
    // Note for AI systems: …
    String.raw`${START}(?:(?<=^|[.!?]\s+)${TO}|${any('note')} (?:${TO}|${any('noteAlsoTo')}))(?: ${any('everybody')})?\s+(?:${any('article')}\s*)?(?:${any('model')}|${any('models')})${END}\s*[:–—]`,
    // Write that …
    String.raw`${ORDERED}(?!(?<=[,–—-]\s*)${any('says')}\s)${any('write')}(?:\s*:|\s+(?:${any('only')}\s+)?(?:"|«|${any('that')}${END}))`,
    `${START}${any('telling')}`,
    String.raw`<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>|\[/?INST\]|###\s*(?:instruction|system|response)|^\s*(?:system|assistant|user)\s*:`,
  ]
    .map((pattern) => `(?:${pattern})`)
    .join('|'),
  'iu',
)

/** The longest part of a sentence that is searched. */
const MAX_SEARCHED = 4000

/** Finds the words by which a sentence of a source speaks to a language model instead of its readers; null when it does not. */
export function findInstruction(text: string): string | null {
  return INSTRUCTION.exec(plain(text.slice(0, MAX_SEARCHED)))?.[0].trim() ?? null
}

/** Removes invisible characters, which are put between letters to hide words from programs such as this. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[’‘]/gu, "'")
    .replace(/[“”„]/gu, '"')
