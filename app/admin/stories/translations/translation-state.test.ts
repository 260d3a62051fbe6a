import { describe, expect, test } from 'vitest'
import {
  listStates,
  type TranslationSources,
  translationStateOf,
} from '#app/admin/stories/translations/translation-state.ts'
import type { StoryTranslations } from '#app/admin/stories/translations/translations-queries.ts'
import type { StoryVersion } from '#core/domain/article-schedule.ts'
import type { ArticleTranslation } from '#core/domain/article-translation.ts'
import type { RunState, TranslationStatus } from '#core/domain/translation-run.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

const NINE = '2026-11-20T09:00:00+00:00'
const TEN = '2026-11-20T10:00:00+00:00'

const version = (more: Partial<StoryVersion> = {}): StoryVersion => ({
  unfinished: null,
  id: 'german',
  language: 'de',
  slug: 'hafen',
  title: 'Hafen',
  published: true,
  publish_date: NINE,
  updated_at: NINE,
  is_original: false,
  missing: [],
  waits_for_review: false,
  ...more,
})

const made = (more: Partial<ArticleTranslation> = {}): ArticleTranslation => ({
  translation_id: 'german',
  original_id: 'english',
  language: 'de',
  source_revision: 1,
  origin: 'machine',
  model: 'a-model',
  translated_at: NINE,
  reviewed_at: null,
  stale_since: null,
  changed_segments: null,
  corrected_at: null,
  ...more,
})

const run = (status: TranslationStatus, more: Partial<RunState> = {}): RunState => ({
  id: 'run',
  article_id: 'english',
  language: 'de',
  status,
  renews_all: false,
  attempt: 1,
  requested_at: NINE,
  requested_by: null,
  started_at: NINE,
  ended_at: ['succeeded', 'failed', 'cancelled'].includes(status) ? TEN : null,
  segments: 10,
  segments_done: 3,
  segments_reused: 0,
  input_tokens: 0,
  output_tokens: 0,
  model: null,
  reason: null,
  ...more,
})

function stateOf(sources: Partial<TranslationSources>) {
  const {
    status,
    hints,
    run: shown,
  } = translationStateOf({
    language: 'de',
    version: version(),
    made: made(),
    pending: null,
    marks: null,
    isReworded: false,
    run: null,
    isAsked: false,
    ...sources,
  })
  return { status, hints, run: shown?.status ?? null }
}

const pendingWith = (proposed: (number | null)[]) => ({
  made_at: NINE,
  parts: proposed.map((proposed_id, index) => ({
    segment_id: index,
    proposed_id,
    approved_at: null,
    approved_by: null,
  })),
})

describe('without a run', () => {
  test.each<[string, Partial<TranslationSources>, string, string[]]>([
    ['nothing is there', { version: null, made: null }, 'missing', []],
    ['all is well', {}, 'current', []],
    ['a person has read it', { made: made({ reviewed_at: TEN }) }, 'reviewed', ['reviewed']],
    [
      'a part of it is newer than its review',
      { made: made({ translated_at: TEN, reviewed_at: NINE }) },
      'current',
      [],
    ],
    ['it is no longer what the original says', { made: made({ stale_since: TEN }) }, 'stale', ['stale']],
    ['it is not published', { version: version({ published: false }) }, 'draft', ['draft']],
    [
      'its first version waits for a review',
      { version: version({ published: false, waits_for_review: true }) },
      'waiting',
      ['waiting'],
    ],
    [
      'a reviewed draft waits for no review',
      { version: version({ published: false, waits_for_review: true }), made: made({ reviewed_at: TEN }) },
      'draft',
      ['draft', 'reviewed'],
    ],
    ['a renewed version waits for a review', { pending: pendingWith([null]) }, 'waiting', ['waiting']],
    [
      'two texts are in conflict',
      { marks: { edited: 1, conflicts: 2 } },
      'conflict',
      ['conflicts', 'edited'],
    ],
    ['a person has changed a part', { marks: { edited: 1, conflicts: 0 } }, 'current', ['edited']],
    ['an editor has changed the text', { isReworded: true }, 'current', ['edited']],
    ['a person has written most of it', { made: made({ origin: 'person' }) }, 'current', ['edited']],
    ['nothing is recorded of it', { made: null }, 'current', ['unrecorded']],
    ['the original was corrected', { made: made({ corrected_at: TEN }) }, 'current', ['corrected']],
    [
      'a draft whose original was corrected tells readers nothing',
      { version: version({ published: false }), made: made({ corrected_at: TEN }) },
      'draft',
      ['draft'],
    ],
    [
      'all of it at once',
      {
        pending: pendingWith([null, 5, 6]),
        made: made({ stale_since: TEN, changed_segments: 3, corrected_at: TEN, reviewed_at: TEN }),
        marks: { edited: 4, conflicts: 0 },
      },
      'waiting',
      ['waiting', 'conflicts', 'stale', 'corrected', 'edited', 'reviewed'],
    ],
  ])('%s', (_what, sources, status, hints) => {
    const state = stateOf(sources)
    expect([state.status, state.hints.map(({ kind }) => kind)]).toEqual([status, hints])
  })

  test('conflicts of a pending version are counted instead of those that readers have', () => {
    const { hints } = stateOf({ pending: pendingWith([5, 6]), marks: { edited: 0, conflicts: 9 } })
    expect(hints).toContainEqual({ kind: 'conflicts', count: 2 })
  })

  test('changed blocks are null until they are counted', () => {
    expect(stateOf({ made: made({ stale_since: TEN }) }).hints).toEqual([{ kind: 'stale', blocks: null }])
    expect(stateOf({ made: made({ stale_since: TEN, changed_segments: 3 }) }).hints).toEqual([
      { kind: 'stale', blocks: 3 },
    ])
  })
})

describe('with a run', () => {
  test.each<TranslationStatus>(['queued', 'running', 'paused', 'failed'])(
    'one that is %s comes first, whatever the translation is',
    (status) => {
      for (const there of [version(), null])
        expect(
          stateOf({ version: there, made: there && made({ stale_since: TEN }), run: run(status) }),
        ).toMatchObject({
          status,
          run: status,
        })
    },
  )

  test.each<TranslationStatus>(['succeeded', 'cancelled'])('one that %s is of no interest', (status) => {
    expect(stateOf({ run: run(status) })).toMatchObject({ status: 'current', run: null })
    expect(stateOf({ version: null, made: null, run: run(status) })).toMatchObject({ status: 'missing' })
  })

  test('a failure is ignored after an edit by hand', () => {
    const failed = run('failed', { ended_at: NINE })
    expect(stateOf({ made: made({ translated_at: TEN }), run: failed }).status).toBe('current')
    expect(stateOf({ made: made({ reviewed_at: TEN }), run: failed }).status).toBe('reviewed')
    expect(stateOf({ pending: { ...pendingWith([null]), made_at: TEN }, run: failed }).status).toBe('waiting')
  })

  test('what was asked for is queued until its run is there', () => {
    expect(stateOf({ isAsked: true, run: run('failed') })).toMatchObject({ status: 'queued', run: null })
    expect(stateOf({ isAsked: true, version: null, made: null })).toMatchObject({ status: 'queued' })
  })
})

const STORY: StoryTranslations = { versions: [], made: [], pending: [], marks: [], ended: [] }
const runIn = (language: string, status: string) => ({ id: `run ${language}`, language, status }) as RunState

const statusesOf = (story: Partial<StoryTranslations>, runs: RunState[]) =>
  listStates({
    offered: LANGUAGE_CODES,
    story: { ...STORY, ...story },
    runs,
    reworded: [],
    asked: new Set(['es']),
  }).map(({ language, status }) => `${language} ${status}`)

test('every language has a state, and the original none', () => {
  const version = { id: 'x', language: 'de', is_original: false, published: true }
  const versions = [
    { ...version, id: 'y', language: 'en', is_original: true },
    version,
  ] as StoryTranslations['versions']
  expect(statusesOf({ versions }, [runIn('fr', 'failed')])).toEqual([
    'es queued',
    'fr failed',
    'de current',
    'it missing',
    'pt missing',
  ])
})

test('a run that has just succeeded is not missing before its translation has been read', () => {
  const runs = [runIn('de', 'succeeded')]
  expect(statusesOf({}, runs)).toContain('de running')
  expect(statusesOf({ ended: ['run de'] }, runs)).toContain('de missing')
})
