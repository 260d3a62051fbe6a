import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import type { Catalog } from '#core/i18n/translator.ts'

const FOLDER = 'core/i18n/messages'
const read = (path: string) => readFileSync(path, 'utf8')
/** The lines without the marks of statements, whose places depend on the grammar of a language. */
const lines = (language: Language, page: string) =>
  read(`${FOLDER}/${language}/${page}`)
    .replaceAll(/^<!-- [^>]* -->\n|<!-- [^>]* -->/gm, '')
    .split('\n')
const messages = (language: Language): Catalog =>
  Object.assign(
    {},
    ...globSync(`${FOLDER}/${language}/**/*.json`).map((path): Catalog => {
      const name = path.includes('/any/') ? 'any ' : ''
      return Object.fromEntries(Object.entries<string>(JSON.parse(read(path))).map(([k, v]) => [name + k, v]))
    }),
  )

/** Ends of sentences and of items of a list. Numbers in brackets are those of articles of a law. */
const sentencesOf = (text: string) =>
  text.replaceAll(/\([^)]*\)|\bMin\./g, '').match(/[.!?…](?=[»”“*_]*(?:\s|$))|;$/g)?.length ?? 0
const marksOf = (text: string) => text.match(/\]\([^)]*\)|`[^`]*`|\*\*|^[#>-]+ |^\d+\. /g) ?? []

/** Passages that are one sentence in some languages, with an *if* or a colon, and two in others. */
const JOINED = new Set([
  'article.report.received',
  'article.sources.cited',
  'category.empty.language',
  'home.empty.language',
  'mail.alreadySubscribed.ignore',
  'mail.confirmation.ignore',
  'mail.data.ignore',
  'mail.erasure.ignore',
  'mail.invitation.ignore',
  'mail.issue.draftReady.body_one',
  'mail.issue.draftReady.body_other',
  'mail.issue.held.next',
  'mail.recovery.ignore',
  'mail.schedule.leftBehind.body',
  'mail.schedule.notPublished.body',
  'mail.security.check',
  'mail.signInLink.ignore',
  'newsletter.issue.fallback',
  'unsubscribe.gone.text',
])

describe('six languages say the same', () => {
  test.each(globSync('*.md', { cwd: `${FOLDER}/en` }))('in %s, line by line', (page) => {
    const shapeOf = (language: Language) =>
      lines(language, page).map((line) => `${sentencesOf(line)} ${marksOf(line).join(' ')}`)
    for (const language of LANGUAGE_CODES) expect(shapeOf(language), language).toEqual(shapeOf('en'))
  })

  test('in each message, in as many sentences', () => {
    const catalogs = LANGUAGE_CODES.map(messages)
    const differing = Object.keys(messages('en')).filter(
      (key) =>
        new Set(catalogs.map((catalog) => sentencesOf(catalog[key] ?? catalogs[0]?.[key] ?? ''))).size > 1,
    )
    expect(new Set(differing)).toEqual(JOINED)
  })
})

test('what is due late is not said in the words for the dying', () => {
  const solemn =
    /time has come|su hora|heure est venue|Zeit ist gekommen|ora è (?:arrivata|giunta)|chegou a (?:sua )?hora/iu
  const found = LANGUAGE_CODES.flatMap((language) =>
    Object.entries(messages(language)).filter(([, text]) => solemn.test(text)),
  )
  expect(found).toEqual([])
})

/** The beginning of a sentence or a part of it, where the form can only be an imperative. */
const imperative = (verbs: string) =>
  new RegExp(`(?:^|[.:;,?!¿¡«“] ?|\\b(?:y|Entonces|nunca) )(?:${verbs})(?:l[ao]s?|nos)?(?!\\p{L})`, 'giu')
const words = (form: string) => new RegExp(`(?<![\\p{L}’-])(?:${form})(?![\\p{L}-])`, 'gu')

/** The forms of address that a language does not use: it is tú, vous, Sie, tu, and no pronoun in Portuguese. */
const WRONG: Record<Exclude<Language, 'en'>, RegExp[]> = {
  es: [
    words('[Uu]sted(?:es)?|le (?:espera|menciona|pide)n?|le ha|Recibe|(?:Puede|porque puede)(?! que)'),
    // Forms of the third person are also those of things and other people; these nouns belong to the person who is addressed.
    words(
      '[Ss]us? (?:aprobación|bandeja|colegas|contraseña|función|lista|navegador|suscripción|(?<!por su )cuenta)',
    ),
    imperative(
      'ac[eé]pte|actual[ií]ce|avise|compruebe|conf[ií]rme|consulte|copie|corr[ií]ja|decida|el[ií]ja|escr[ií]ba|espere|' +
        'haga|ignore|indique|inicie|int[eé]nte|introduzca|marque|pida|pruebe|publ[ií]que|pulse|recargue|reenv[ií]e|' +
        'rev[ií]se|seleccione|suscr[ií]ba|use|utilice|vuelva',
    ),
  ],
  fr: [words('[Tt]u|[Tt]oi|[Tt]on|[Tt]a|[Tt]es')],
  de: [words('[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein(?:e[mnrs]?)?|[Ee]uch|[Ee]uer')],
  it: [
    words('Lei|Suoi?|Sua|Sue|La preghiamo|Le inviamo|[Ss]e ci scrive'),
    imperative('apra|attenda|faccia|indichi|inserisca|legga|prema|scelga|scriva|vada|voglia'),
  ],
  pt: [words('[Vv]ocês?|[Tt]u|[Tt]eus?|[Tt]uas?|[Tt]i')],
}

test.each(Object.entries(WRONG))('%s has one form of address', (code, forms) => {
  const language = code as Language
  const texts = [
    ...Object.entries(messages(language)),
    ...globSync('*.md', { cwd: `${FOLDER}/${code}` }).flatMap((page) =>
      lines(language, page).map((line, index) => [`${page}:${index + 1}`, line] as const),
    ),
  ]
  const found = texts.flatMap(([key, text]) =>
    forms.flatMap((form) => (text.match(form) ?? []).map((match) => `${key}: ${match}`)),
  )
  expect(found).toEqual([])
})
