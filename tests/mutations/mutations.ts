import { SCREEN_MUTATIONS } from './screen-mutations.ts'

/** A mistake that `npm test` must notice. */
export interface Mutation {
  name: string
  change: SourceChange | FunctionChange
  /** The files of the main lane that are to notice it. */
  tests: string[]
}

/** A text of a source file, which must be in it exactly once, is replaced. */
export interface SourceChange {
  file: string
  text: string
  replacement: string
}

/** Texts of a function of the database, as `pg_get_functiondef` shows it, are replaced everywhere in it. */
export interface FunctionChange {
  /** The name with its types, as `regprocedure` reads it. */
  databaseFunction: string
  edits: { text: string; replacement: string }[]
}

export const MUTATIONS: Mutation[] = [
  {
    name: 'leave the guard out of one admin function',
    change: {
      file: 'server/features/articles/feature.ts',
      text: "'check-links': { ...POST, access: 'writer', scope: 'drafts',",
      replacement: "'check-links': { ...POST, access: 'anyone', tooMany: 'calls',",
    },
    tests: ['server/features.test.ts'],
  },
  {
    name: "drop `published` from one reader's query",
    change: {
      file: 'core/data/articles.ts',
      text: `    .is('original_article_id', null)
    .eq('published', true)
    .order('publish_date', { ascending: false })`,
      replacement: `    .is('original_article_id', null)
    .order('publish_date', { ascending: false })`,
    },
    tests: ['core/data/articles.test.ts'],
  },
  {
    name: 'send without a claim',
    change: {
      databaseFunction: 'private.begin_newsletter_deliveries(uuid, uuid, text, bigint[])',
      edits: [
        { text: "then 'sending' else 'skipped' end", replacement: "then 'pending' else 'skipped' end" },
        { text: "where begun.status = 'sending'", replacement: "where begun.status = 'pending'" },
      ],
    },
    tests: ['server/features/newsletter/send/send-issue.test.ts'],
  },
  {
    name: 'accept a translation whose link changed',
    change: {
      file: 'core/translation/compare-parts.ts',
      text: "const parts = [PART_NAMES.get(tag.kind) ?? '', value]",
      replacement: "const parts = [PART_NAMES.get(tag.kind) ?? '', tag.kind === 'a' ? '' : value]",
    },
    tests: ['core/translation/damage.test.ts'],
  },
  {
    name: 'skip one cache tag',
    change: {
      file: 'core/domain/page-tags.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source file
      text: ', `list:${language}${part}`]',
      replacement: ']',
    },
    tests: ['server/features/pages/page-server.test.ts'],
  },
  {
    name: 'let aal1 write with a verified factor',
    change: {
      databaseFunction: 'private.desk_member()',
      edits: [{ text: "mfa_factors.status = 'verified'", replacement: "mfa_factors.status = 'nowhere'" }],
    },
    tests: ['tests/attack/second-factor-sessions.test.ts'],
  },
  {
    name: 'drop the escape of one JSON-LD field',
    change: {
      file: 'app/head/page-head.tsx',
      text: 'g, escapeInScript)',
      replacement: `g, escapeInScript).replace(/"headline":"[^"]*"/, (field) => field.replaceAll('\\\\u003c', '<'))`,
    },
    tests: ['app/routes/site/article.test.ts'],
  },
  {
    name: 'count a limit per process',
    change: {
      file: 'server/platform/limits/open-limits.ts',
      text: "where === 'memory' ? inMemory(window) : inDatabase(pool, { name, points, seconds, window })",
      replacement:
        "where !== 'nowhere' ? inMemory(window) : inDatabase(pool, { name, points, seconds, window })",
    },
    tests: ['server/platform/limits/open-limits.test.ts'],
  },
  {
    name: 'accept a second-factor code twice',
    change: {
      file: 'server/supabase/auth/factors/totp-factors.ts',
      text: '  if (!factor.is_new) throw wrongTotpCode()\n',
      replacement: '',
    },
    tests: ['tests/attack/second-factor-codes.test.ts', 'tests/contract/second-factors.test.ts'],
  },
  {
    name: 'leave one language out of the sitemap',
    change: {
      file: 'core/feeds/sitemap.ts',
      text: '...pages.map((page) => offered.map((language) =>',
      replacement: "...pages.map((page) => offered.filter((code) => code !== 'pt').map((language) =>",
    },
    tests: ['core/feeds/sitemap.test.ts'],
  },
  {
    name: 'publish a sentence that no source covers',
    change: {
      databaseFunction: 'private.find_uncovered(articles)',
      edits: [{ text: "verdict = 'red'", replacement: "verdict = 'crimson'" }],
    },
    tests: ['server/features/judging/publishing-guard.test.ts'],
  },
  {
    name: 'publish a translation of a text that no source covers',
    change: {
      databaseFunction: 'private.find_uncovered(articles)',
      edits: [{ text: 'original.id = article.original_article_id', replacement: 'original.id is null' }],
    },
    tests: ['server/features/judging/translations-guard.test.ts'],
  },
  {
    name: 'end a subscription for a refusal that is temporary',
    change: {
      file: 'server/features/newsletter/reports/classify-failure.ts',
      text: 'basicCode < 500',
      replacement: 'basicCode < 400',
    },
    tests: ['server/features/newsletter/reports/classify-failure.test.ts'],
  },
  {
    name: 'believe the status of a report before the reply of the server',
    change: {
      file: 'server/features/newsletter/reports/classify-failure.ts',
      text: 'enhancedCode ?? failure.status ?? null',
      replacement: 'failure.status ?? enhancedCode ?? null',
    },
    tests: ['server/features/newsletter/reports/classify-failure.test.ts'],
  },
  {
    name: 'believe a status that the reporting program has guessed',
    change: {
      file: 'server/features/newsletter/reports/classify-failure.ts',
      text: '(isGuess ? null : byCode)',
      replacement: 'byCode',
    },
    tests: ['server/features/newsletter/reports/classify-failure.test.ts'],
  },
  {
    name: 'end a subscription for what is said after the whole message',
    change: {
      file: 'server/features/newsletter/reports/classify-failure.ts',
      text: "fault === 'gone') return 'unknown'",
      replacement: "fault === 'gone') return 'gone'",
    },
    tests: ['server/features/newsletter/reports/classify-failure.test.ts'],
  },
  {
    name: 'end a subscription for a full mailbox',
    change: {
      file: 'server/features/newsletter/reports/classify-failure.ts',
      text: "['2.2', 'full']",
      replacement: "['2.2', 'gone']",
    },
    tests: ['server/features/newsletter/reports/classify-failure.test.ts'],
  },
  {
    name: 'take words about the sender for words about the mailbox',
    change: {
      file: 'server/features/newsletter/reports/classify-failure.ts',
      text: "['gone', 'unknown'].includes(fault)",
      replacement: "['unknown'].includes(fault)",
    },
    tests: ['server/features/newsletter/reports/classify-failure.test.ts'],
  },
  {
    name: 'block a colleague whose confirmation came back',
    change: {
      databaseFunction:
        'private.record_bounce(text, text, uuid, text, text, text, boolean, text, uuid, text)',
      edits: [{ text: 'lower(email) = lower(mail.recipient)', replacement: 'false' }],
    },
    tests: ['server/features/newsletter/functions/report-bounce.test.ts'],
  },
  {
    name: 'end a subscription after the first report without a reason',
    change: {
      databaseFunction: 'private.is_undelivered(uuid)',
      edits: [{ text: '>= 3', replacement: '>= 1' }],
    },
    tests: ['server/features/newsletter/functions/report-bounce.test.ts'],
  },
  {
    name: 'read midnight as noon in a translation',
    change: {
      file: 'core/translation/checks/numbers/clock-times.ts',
      text: 'if (morning !== undefined) return half',
      replacement: 'if (morning !== undefined) return hour',
    },
    tests: ['core/translation/checks/check-segment.test.ts'],
  },
  {
    name: 'leave a word out of what says no in German',
    change: {
      file: 'core/languages/de.ts',
      text: 'String.raw`nicht|nichts|nie|',
      replacement: 'String.raw`nichts|nie|',
    },
    tests: ['core/translation/checks/news-pairs.test.ts'],
  },
  {
    name: 'take an hour for a minute in what is measured',
    change: {
      file: 'core/translation/checks/numbers/measures.ts',
      text: 'hour: 3600',
      replacement: 'hour: 60',
    },
    tests: ['core/translation/checks/news-pairs.test.ts'],
  },
  {
    name: 'read billions as millions',
    change: {
      file: 'core/languages/en.ts',
      text: "['billions|billion|bn', 1e9]",
      replacement: "['billions|billion|bn', 1e6]",
    },
    tests: ['core/translation/checks/numbers/check-numbers.test.ts'],
  },
  {
    name: 'leave names in capitals out of the search',
    change: {
      databaseFunction: 'private.vector_of(jsonb, private.text_words)',
      edits: [{ text: 'typed = upper(typed)', replacement: 'false' }],
    },
    tests: ['tests/database/search-words.test.ts'],
  },
  {
    name: 'keep the roots of another server',
    change: {
      databaseFunction: 'private.renew_roots(text, text, text)',
      edits: [{ text: 'known.root <> renewed.root', replacement: 'false' }],
    },
    tests: ['tests/database/search-words.test.ts'],
  },
  {
    name: 'forget a plural of Portuguese',
    change: { file: 'core/languages/pt.ts', text: "'ão ões oes ães ãos;ção", replacement: "'ção" },
    tests: ['tests/database/search-words.test.ts'],
  },
  ...SCREEN_MUTATIONS,
]
