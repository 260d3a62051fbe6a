import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'
import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { chooseTopicsJob } from '#server/features/articles/jobs.ts'
import { renewSearch } from '#server/features/articles/renew-search.ts'
import type { Services } from '#server/features/services.ts'
import { JOBS } from '#server/features.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { JobRun } from '#server/platform/queue/job.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { rowsOf } from '../support/fragments.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate public.articles cascade`
  await database.sql`truncate private.search_words`
})

interface Article {
  language: string
  title: string
  excerpt?: string
  content?: string
  category?: string
}

/** Publishes articles of a language, each with its place as its slug. */
async function publish(...articles: Article[]): Promise<void> {
  await database.sql`
    insert into public.articles ${rowsOf(
      ...articles.map(({ language, title, excerpt = 'E', content = 'C', category = 'tech' }, place) => ({
        ...{
          slug: `${place + 1}`,
          language,
          title,
          excerpt,
          content,
          author: 'Ada',
          category,
          published: true,
        },
      })),
    )}`
}

const search = async (language: string, query: string) =>
  (await database.sql`select slug from public.search_articles(${query}, ${language})`).map(({ slug }) => slug)
const searchAsTyped = async (language: string, query: string) =>
  (await database.sql`select slug from public.search_as_typed(${query}, ${language})`).map(({ slug }) => slug)

/** The one article of a text, searched by each query; in which those are listed that find nothing. */
async function unfound(language: string, text: string, queries: string): Promise<string[]> {
  await publish({ language, title: 'T', content: text })
  const missed: string[] = []
  for (const query of queries.split('; '))
    if ((await search(language, query)).length === 0) missed.push(query)
  return missed
}

describe('lang-search-ai', () => {
  test('AI is a word in Italian and French, where ai is a function word', async () => {
    await publish(
      { language: 'it', title: 'AI e lavoro', content: 'Il modello di AI di Torino. Gli esperti di AI.' },
      { language: 'fr', title: 'L’AI Act', content: 'Le texte sur l’AI Act.' },
      { language: 'it', title: 'Agli esperti', content: 'Parla ai lettori.' },
    )
    for (const query of ['AI', '"AI"', 'ai', 'AI esperti']) expect(await search('it', query)).toEqual(['1'])
    for (const query of ['AI', 'ai act', 'AI ACT']) expect(await search('fr', query)).toEqual(['2'])
  })

  test.each([
    [
      'it',
      'AI',
      'Parla ai lettori. Ai lettori parla chi usa AI.',
      '… Parla ai lettori. Ai lettori parla chi usa [AI]',
    ],
    ['it', 'ai', 'Parla ai lettori chi usa AI.', 'E Parla ai lettori chi usa [AI]'],
    ['fr', 'AI act', 'J’ai lu l’AI Act. Ai-je bien lu ?', 'E J’ai lu l’[AI] [Act]. Ai-je bien lu …'],
    ['en', 'WHO', 'Who asked the WHO? Those who had to.', 'E Who asked the [WHO]? Those who had to'],
  ])('only the name is marked in a passage, in %s: %s', async (language, query, content, marked) => {
    await publish({ language, title: 'T', content })
    const [hit] = await database.sql`select headline from public.search_articles(${query}, ${language})`
    expect(hit?.headline.replace(/\uE000/g, '[').replace(/\uE001/g, ']')).toBe(marked)
  })

  test.each([
    ['en', 'The WHO and the IT of the US.', 'WHO; "WHO"; IT; US; the WHO; THE WHO'],
    ['en', 'C++, C#, .NET, AT&T, R&D and a Q&A.', 'C++; c#; .NET; AT&T; at&t; R&D; Q&A'],
    ['en', 'Node.js and ASP.NET', 'Node.js; nodejs; node; asp.net'],
    ['de', 'Die IT der WHO', 'IT; WHO; die WHO'],
    ['fr', 'Le développement en C++ et C#', 'C++; C#; développement C++'],
  ])(
    'names that are written like function words or with signs, in %s: %s',
    async (language, text, queries) => {
      expect(await unfound(language, text, queries)).toEqual([])
    },
  )

  test('a name with a sign is not the name without it', async () => {
    await publish({ language: 'en', title: 'C++' }, { language: 'en', title: 'Vitamin C' })
    expect(await search('en', 'C++')).toEqual(['1'])
  })

  test('terms of the glossary are words, as soon as the index is made anew', async () => {
    await publish({ language: 'de', title: 'Das Man der Philosophie', content: 'Wer ist man?' })
    expect(await search('de', 'man')).toEqual([])
    await database.sql`insert into public.glossary_terms (language, term, rule, translation) values ('de', 'One', 'translate-as', 'Man')`
    await renewSearch(database.sql)
    expect(await search('de', 'man')).toEqual(['1'])
    await database.sql`delete from public.glossary_terms`
    await renewSearch(database.sql)
    expect(await search('de', 'man')).toEqual([])
  })
})

test.each([
  ['en', 'GPT-9; GPT 9; gpt9; Llama 7; Llama-7; Gemini-8; gemini 8'],
  ['de', 'GPT 9; GPT-9; Qwen 7; qwen-7; Qwen7'],
])('lang-search-model-numbers, in %s', async (language, queries) => {
  await publish(
    { language: 'en', title: 'GPT 9 is out', content: 'The model GPT 9 and Llama-7 and Gemini 8.' },
    { language: 'de', title: 'GPT-9 ist da', content: 'Das Modell GPT-9 und Qwen-7.' },
  )
  for (const query of queries.split('; '))
    expect([query, await search(language, query)]).toEqual([query, [language === 'en' ? '1' : '2']])
})

test.each([
  [
    'en',
    'GPT-4o, Llama 3.1-70B and Claude 3.5',
    'GPT 4o; gpt4o; Llama 3.1; llama-3.1; Claude-3.5; claude 3.5',
  ],
  [
    'en',
    '10,000 people, 3.5 percent and $5bn',
    '10000; 10,000; 10 000; 3.5 %; 3.5%; 5 billion dollars; $5 billion; 3,5',
  ],
  [
    'de',
    '10.000 Leute, 3,5 Prozent, 5 Mrd. € und 7 Mio. Euro',
    '10000; 10 000; 3,5 %; 5 Milliarden Euro; 7 Millionen',
  ],
  ['fr', '10 000 personnes, 3,5 % et 5 Md€', '10000; 10 000; 3,5 pour cent; 5 milliards d’euros'],
  ['pt', 'R$ 5 mi e 20%', '5 milhões de reais; 20 por cento'],
])('numbers are found as others write them, in %s: %s', async (language, text, queries) => {
  expect(await unfound(language, text, queries)).toEqual([])
})

test.each([
  ['en', 'An A 100 and the H 100', 'a100; A100; h100; A 100'],
  ['es', 'un A 100 alquilado', 'a100; A 100'],
  [
    'en',
    'US$37 million, CA$ 9.5bn, A$12, NT$ 30 billion and S$7 m',
    'US$ 37 million; $37m; 9.5 billion; $12; 30bn; $7 million',
  ],
  ['es', '4,3 M€, 37 M$ y Mex$ 200', '4,3 millones de euros; US$ 37 millones; $200'],
  ['es', '3 mil M€', '3 mil millones de euros'],
  ['fr', '2 Md€, 8 M€ et 1,5 MUSD', '2 milliards d’euros; 8 millions d’euros; 1,5 million de dollars'],
  ['it', '4,3 mln €, 2 Mld€ e 7 M€', '4,3 milioni di euro; 2 miliardi di euro; 7 milioni di euro'],
  ['pt', 'US$ 37 mi e R$ 5 bi', '37 milhões de dólares; 5 bilhões de reais; 37 mi'],
  ['de', '9 M€, 7 Mio€ und 2 Mrd. US-$', '9 Millionen Euro; 7 Mio. €; US$ 2 Mrd.'],
])('names with a number and amounts of money, in %s: %s', async (language, text, queries) => {
  expect(await unfound(language, text, queries)).toEqual([])
})

test('an amount in letters needs money beside it', async () => {
  await publish({ language: 'en', title: 'Llama 7 B' }, { language: 'en', title: 'A fund of $7 B' })
  expect(await search('en', '7 billion')).toEqual(['2'])
})

test.each(LANGUAGE_CODES)('a possessive with and without its apostrophe, in %s', async (language) => {
  await publish({ language, title: 'Zuri’s Quagga' }, { language, title: 'Zuris Quagga' })
  for (const query of ['Zuris Quagga', 'Zuri’s Quagga', "zuri's"])
    expect([query, (await search(language, query)).toSorted()]).toEqual([query, ['1', '2']])
})

describe('a section named beside other words', () => {
  test.each([
    ['en', 'opinion okapi; opinions okapi; okapi opinion'],
    ['es', 'opinión okapi; opiniones okapi; opinion okapi'],
    ['de', 'Meinung Okapi; Meinungen Okapi'],
    ['it', 'opinioni okapi; opinione okapi'],
    ['fr', 'opinion okapi; opinions okapi'],
  ])('has the articles in it, in %s', async (language, queries) => {
    await publish(
      { language, title: 'Okapi', category: 'opinion' },
      { language, title: 'Okapi', category: 'tech' },
    )
    for (const query of queries.split('; '))
      expect([query, await search(language, query)]).toEqual([query, ['1']])
    expect(await search(language, 'opinion')).toEqual([])
  })

  test('whatever it was called when they were indexed', async () => {
    const { sql } = database
    await publish({ language: 'en', title: 'Okapi', category: 'opinion' }, { language: 'en', title: 'Okapi' })
    const sections =
      await sql`select slug, names from public.categories where retired_to is null order by position`
    const renamed = sections.map(({ slug, names }) =>
      slug === 'opinion' ? { slug: 'deep-voices', was: slug, names: { en: 'Long Reads' } } : { slug, names },
    )
    await sql`select public.save_categories(${JSON.stringify(renamed)}::jsonb)`
    for (const query of ['long reads okapi', 'deep-voices okapi', 'opinion okapi'])
      expect([query, await search('en', query)]).toEqual([query, ['1']])
    await sql`update public.articles set category = 'hack' where slug = '1'`
    expect(await search('en', 'opinion okapi')).toEqual([])
    expect(await search('en', 'hack okapi')).toEqual(['1'])
  })
})

describe('lang-search-portuguese-plurals', () => {
  test.each([
    ['decisão', 'decisões'],
    ['digital', 'digitais'],
    ['questão', 'questões'],
    ['região', 'regiões'],
    ['imagem', 'imagens'],
    ['avião', 'aviões'],
    ['papel', 'papéis'],
    ['cidadão', 'cidadãos'],
    ['informacao', 'informações'],
  ])('%s and %s', async (one, other) => {
    await publish({ language: 'pt', title: one }, { language: 'pt', title: other })
    expect((await search('pt', one)).toSorted()).toEqual(['1', '2'])
    expect((await search('pt', other)).toSorted()).toEqual(['1', '2'])
  })
})

test.each([
  [
    'de',
    'Risiko Risiken; Algorithmus Algorithmen; Thema Themen; Firma Firmen; Kriterium Kriterien; Konto Konten; Zentrum Zentren',
  ],
  [
    'de',
    'Müller Mueller; Lösung Loesung; Photographie Fotografie; Potential Potenzial; Forscherin Forscherinnen; Straße Strasse',
  ],
  ['it', 'banca banche; amico amici; psicologo psicologi; riga righe; tecnica tecniche'],
  ['es', 'luz luces; imagen imágenes; orden órdenes; interés intereses; decisión decisiones'],
  ['fr', 'journal journaux; travail travaux; œil yeux; réseau réseaux; enjeu enjeux; cœur coeur'],
  [
    'en',
    'criterion criteria; analysis analyses; index indices; matrix matrices; child children; woman women; colour color',
  ],
  [
    'en',
    'organisation organization; centre center; modelling modeling; defence defense; email e-mail; person people',
  ],
  ['pt', 'ação acção; facto fato; atual actual; equipa equipe'],
  ['de', 'Praktikum Praktika; Rhythmus Rhythmen; Atlas Atlanten; Fachmann Fachleute; Prinzip Prinzipien'],
  [
    'en',
    'ox oxen; goose geese; wolf wolves; larva larvae; tyre tire; kilometre kilometer; practise practice',
  ],
  ['it', 'tempio templi; ala ali; obbiettivo obiettivo; denunzia denuncia; faccia facce; attrice attore'],
  ['fr', 'corail coraux; nénuphar nénufar; maîtresse maitresse; tuyau tuyaux; lectrice lecteur; clef clé'],
  [
    'es',
    'México Méjico; psicología sicología; rubí rubíes; carácter caracteres; setiembre septiembre; chip chips',
  ],
  [
    'pt',
    'pão pães; fácil fáceis; perfil perfis; óptimo ótimo; ideia idéia; húmido úmido; portátil portáteis',
  ],
])('forms and spellings find each other, in %s: %s', async (language, pairs) => {
  for (const [one = '', other = ''] of pairs.split('; ').map((pair) => pair.split(' '))) {
    await database.sql`truncate public.articles cascade`
    await database.sql`truncate private.search_words`
    await publish({ language, title: one }, { language, title: other })
    expect([one, (await search(language, one)).toSorted()]).toEqual([one, ['1', '2']])
    expect([other, (await search(language, other)).toSorted()]).toEqual([other, ['1', '2']])
  }
})

describe('search-inside-words', () => {
  test.each([
    ['de', 'fahrplan', ['1']],
    ['de', 'Fahrpläne', ['1']],
    ['de', 'grundverordnung', ['2', '1']],
    ['de', 'datenschutzgrundverordnung', ['1', '2']],
    ['de', 'Datenschutz Grundverordnung', ['1', '2']],
    ['de', 'datenschutz', ['2', '1']],
    ['fr', 'paramétrage', ['3']],
    ['fr', 'parametrage', ['3']],
  ])('in %s %s finds %j', async (language, query, found) => {
    await publish(
      {
        language: 'de',
        title: 'Straßenbahnfahrplan der Metropole',
        excerpt: 'Datenschutzgrundverordnung in Kürze',
      },
      { language: 'de', title: 'Datenschutz-Grundverordnung mit Strich' },
      { language: 'fr', title: 'L’hyperparamétrage' },
    )
    expect((await search(language, query)).toSorted()).toEqual(found.toSorted())
    expect((await searchAsTyped(language, query)).toSorted()).toEqual(found.toSorted())
  })

  test('whole words come before parts, and parts only while few articles have the word', async () => {
    await publish(
      { language: 'en', title: 'Forests' },
      { language: 'en', title: 'At rest', content: 'Words.' },
      ...Array.from({ length: 9 }, (_, n) => ({ language: 'en', title: `T${n}`, content: 'A rest.' })),
    )
    expect((await search('en', 'rest'))[0]).toBe('2')
    expect(await search('en', 'rest')).not.toContain('1')
    await database.sql`delete from public.articles where title like 'T%'`
    expect(await search('en', 'rest')).toEqual(['2', '1'])
  })
})

test.each(['\u00ad', '\u200b', '\u2060'])('search-soft-hyphen: %j inside of words', async (sign) => {
  await publish({
    language: 'de',
    title: `Straßenbahn${sign}fahrplan der Metropole`,
    content: `Ein Text über Auf${sign}merk${sign}sam${sign}keits${sign}ökonomie.`,
  })
  const queries =
    'straßenbahnfahrplan; strassenbahnfahrplan; straßenbahn; aufmerksamkeitsökonomie; aufmerksamkeit'
  for (const query of queries.split('; ')) expect([query, await search('de', query)]).toEqual([query, ['1']])
  const [hit] =
    await database.sql`select headline from public.search_articles('aufmerksamkeitsökonomie', 'de')`
  expect(hit?.headline).toContain('\uE000Aufmerksamkeitsökonomie\uE001')
})

test.each([
  'Über Straßen, GROẞE',
  'Cœur, Æther, ﬁnal, Ĳssel',
  'Łódź og Øresund, Þórr',
  'Auf\u00admerk\u200bsam\u2060keit\ufeff',
  'cafe\u0301, café, ấm, 한국어',
  'Чайковский, Ёлка, Київ',
  'CO₂, 20 m², Ａ１, ℃, №',
])('the letters of "%s" are those of the program', async (text) => {
  const [row] = await database.sql`select private.fold(${text}) as folded`
  expect(row?.folded).toBe(foldLetters(text))
})

test.each([
  ['en', 'CO₂ and an area of 20 m²', 'CO2; co₂; 20 m2; 20 m²'],
  ['en', 'Чайковский, Київ', 'чайковскии; ЧАЙКОВСКИЙ; киів'],
])('signs and letters that are written in two ways, in %s: %s', async (language, text, queries) => {
  expect(await unfound(language, text, queries)).toEqual([])
})

test.each([
  ['fr', "l'apprentissage; reseaux; coeur; l apprentissage; etat; apprentiss"],
  ['de', 'strassen; grosse; uber strassen; große mod'],
  ['es', 'nino; que aprende; espana'],
  ['pt', 'acoes; ações; regulacao'],
  ['it', "l'università; universita; innovazione"],
  ['en', "don't believe; dont; naive; o'brien; obrien; O Brien; brien; cafe"],
])('lang-overlay-as-typed, in %s: %s', async (language, queries) => {
  await publish(
    { language: 'fr', title: 'L’apprentissage des réseaux au cœur de l’État' },
    { language: 'de', title: 'Über Straßen und Große Modelle' },
    { language: 'es', title: 'Qué aprende un niño en España' },
    { language: 'pt', title: 'As ações da regulação' },
    { language: 'it', title: 'L’università dell’innovazione' },
    { language: 'en', title: 'Don’t believe O’Brien’s naïve café' },
  )
  for (const query of queries.split('; '))
    expect([query, await searchAsTyped(language, query)]).toHaveProperty('1.length', 1)
})

test('as typed, articles with the words in title, excerpt or author come first, then the newest', async () => {
  await publish(
    { language: 'en', title: 'T', content: 'zebra '.repeat(30) },
    { language: 'en', title: 'T', excerpt: 'About a zebra, and a long way from any other of its kind.' },
    { language: 'en', title: 'The zebra' },
  )
  expect(await searchAsTyped('en', 'zebra')).toEqual(['3', '2', '1'])
})

test('function words of a query need not be found', async () => {
  await publish({ language: 'en', title: 'Transformers' }, { language: 'de', title: 'Ein Modell' })
  for (const query of ['what is a transformer', 'the transformers'])
    expect([query, await search('en', query)]).toEqual([query, ['1']])
  // Some that PostgreSQL knows and we do not.
  expect(await search('de', 'würde das Modell')).toEqual(['2'])
})

test('"or" is an operator in English and a word elsewhere; OR is one everywhere', async () => {
  await publish(
    { language: 'fr', title: 'Le prix de l’or' },
    { language: 'fr', title: 'Le prix du pain' },
    { language: 'en', title: 'Bread' },
    { language: 'en', title: 'Gold' },
  )
  expect(await search('fr', 'or')).toEqual(['1'])
  expect(await search('fr', 'prix or')).toEqual(['1'])
  expect((await search('fr', 'or OR pain')).toSorted()).toEqual(['1', '2'])
  expect((await search('en', 'bread or gold')).toSorted()).toEqual(['3', '4'])
})

test('programs that publish at once do not wait for each other, and words that both add are removed later', async () => {
  const { sql } = database
  const add = (session: Session | Sql) => session`
    select private.add_search_words('en', facts, private.read_words(facts, 'Okapi')) from private.search_facts('en') as facts`
  await sql.transaction(async (other) => {
    await add(other)
    await add(sql)
  })
  const count = async () => (await sql`select from private.search_words where word = 'okapi'`).length
  expect(await count()).toBe(2)
  await sql`update private.search_languages set roots_made_with = 'before'`
  await renewSearch(sql)
  expect(await count()).toBe(1)
})

describe('lang-restore-from-older-postgresql', () => {
  /** The index as a server with other stemmers would have made it. */
  const makeOlder = () => database.sql`
    with older as (update private.search_languages set roots_made_with = '150018')
    update private.search_words set root = left(root, 3) || '?' || root`

  test('words of an index with roots of another server find each other again when those are made anew', async () => {
    await publish({ language: 'de', title: 'Aktuelle Systeme', content: 'Zuerst. Viren.' })
    const found = async () => {
      const counts: number[] = []
      for (const query of ['System', 'aktuell', 'zuerst', 'Virus'])
        counts.push((await search('de', query)).length)
      return counts
    }
    expect(await found()).toEqual([1, 1, 1, 1])
    await makeOlder()
    expect(await search('de', 'Virus')).toEqual([])
    const follow = JOBS.find(({ job }) => job === chooseTopicsJob)
    await follow?.handle({ sql: database.sql } as Services, {}, {
      signal: new AbortController().signal,
    } as JobRun)
    expect(await found()).toEqual([1, 1, 1, 1])
    expect(
      await database.sql`select * from private.outdated_search() where roots is not null or articles is not null`,
    ).toEqual([])
  })

  test('what articles are about is chosen anew by the new roots', async () => {
    await publish({ language: 'de', title: 'Systeme', content: 'Das System der Systeme.' })
    await chooseTopics(database.sql)
    await makeOlder()
    await renewSearch(database.sql)
    expect(await database.sql`select from private.word_samples where language = 'de'`).toEqual([])
  })

  test('it can stop at any point, and begins again when it is called again', async () => {
    await publish({ language: 'de', title: 'Viren' })
    await makeOlder()
    await renewSearch(database.sql, AbortSignal.abort())
    expect(await search('de', 'Virus')).toEqual([])
    await renewSearch(database.sql)
    expect(await search('de', 'Virus')).toEqual(['1'])
  })
})

test('function words that the program has learnt since are left out of articles that were indexed before', async () => {
  await publish({ language: 'en', title: 'A zebra crosses' })
  const [facts] = await database.sql`select facts from private.search_languages where language = 'en'`
  await renewSearch(database.sql)
  await database.sql`
    update private.search_languages set facts = jsonb_set(jsonb_set(facts, '{functionWords,zebra}', '1'), '{plainFunctionWords,zebra}', '1')
    where language = 'en'`
  await renewSearch(database.sql)
  expect(await search('en', 'zebra')).toEqual([])
  await database.sql`update private.search_languages set facts = ${JSON.stringify(facts?.facts)}::jsonb where language = 'en'`
  await renewSearch(database.sql)
  expect(await search('en', 'zebra')).toEqual(['1'])
})
