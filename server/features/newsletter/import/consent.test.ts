import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_QUESTIONS, QUESTIONS_PER_COLUMN, type QuestionAnswer } from '#core/domain/subscriber-import.ts'
import { questionKey } from '#server/features/newsletter/import/import-questions.ts'
import { openImporting } from '#server/features/newsletter/import/testing/open-importing.ts'

const importing = await openImporting()
const { run, stored, database } = importing
afterAll(() => importing.stop())
beforeEach(() => importing.reset())

const people = async () => (await stored()).map(({ email }) => email.split('@')[0])
const isBlocked = async () => (await database.sql`select from private.suppressed_addresses`).length > 0
/** Two people, of whom `stays` is to come in and `goes` is not. */
const pair = (header: string, stays: string, goes: string) =>
  `email,${header}\nstays@reader.example,${stays}\ngoes@reader.example,${goes}\n`
const answering = (answers: Record<string, QuestionAnswer>) =>
  new Map(Object.entries(answers).map(([question, answer]) => [questionKey(question), answer]))

describe('subscribers-unknown-status: a status', () => {
  const KEILA = [
    'Email,First name,Last name,Data,Status,External ID',
    'in@reader.example,Ada,A,"{""city"": ""Bern""}",active,1',
    'left@reader.example,Bo,B,{},unsubscribed,2',
    'bounced@reader.example,Cy,C,{},unreachable,3',
  ]
  const KIT = [
    'id,first_name,email_address,state,created_at',
    ...['active', 'cancelled', 'bounced', 'complained', 'inactive'].map(
      (state, index) => `${index},Ada,${state}@reader.example,${state},2024-05-01T10:20:30Z`,
    ),
  ]
  const NEWSLETTER_PLUGIN = [
    'email;name;surname;gender;status;date;token',
    ...['C', 'S', 'U', 'B', 'P'].map(
      (code) => `${code}@reader.example;Ada;A;f;${code};2024-05-01 10:20:30;x`,
    ),
  ]
  const MAILTRAIN = [
    'cid,hash_email,email,status',
    ...[1, 2, 3, 4].map((code) => `x${code},3f0c,n${code}@reader.example,${code}`),
  ]
  test.each([
    ['Keila', KEILA, 'keila', ['in'], { left_elsewhere: 1, bounced_elsewhere: 1 }],
    [
      'Kit',
      KIT,
      'kit',
      ['active'],
      { left_elsewhere: 1, bounced_elsewhere: 1, complained_elsewhere: 1, unconfirmed_elsewhere: 1 },
    ],
    [
      'letters of a program',
      NEWSLETTER_PLUGIN,
      'newsletter_plugin',
      ['c'],
      { unconfirmed_elsewhere: 1, left_elsewhere: 1, bounced_elsewhere: 1, complained_elsewhere: 1 },
    ],
    [
      'numbers of a program',
      MAILTRAIN,
      'mailtrain',
      ['n1'],
      { left_elsewhere: 1, bounced_elsewhere: 1, complained_elsewhere: 1 },
    ],
    [
      'letters of nobody',
      ['email,status', 'a@reader.example,S', 'b@reader.example,U', 'c@reader.example,1'],
      null,
      [],
      { unclear: 3 },
    ],
    [
      'words that nobody knows',
      ['email,status', 'a@reader.example,VIP', 'b@reader.example,not unsubscribed', 'c@reader.example,'],
      null,
      [],
      { unclear: 3 },
    ],
    ['a yes without a question', ['email,status', 'a@reader.example,yes'], null, [], { unclear: 1 }],
    ['the state of an address', ['email,city,state', 'a@reader.example,Boston,MA'], null, ['a'], {}],
    [
      'the account of a shop',
      ['Email,Accepts Email Marketing,State', 'a@reader.example,yes,disabled', 'b@reader.example,no,enabled'],
      'shopify',
      ['a'],
      { left_elsewhere: 1 },
    ],
  ])('%s', async (_, lines, program, comeIn, counts) => {
    const report = await run(lines.join('\r\n'))
    expect(report.program).toBe(program)
    expect(Object.fromEntries(report.counts.map(({ kind, lines: count }) => [kind, count]))).toEqual(counts)
    expect(await people()).toEqual(comeIn)
  })

  test.each(
    'Unzustellbar,Gesperrt,Désabonné,Désinscrit,Dado de baja,Disiscritto,Cancelado,Descadastrado,Nicht bestätigt,En attente,Gekündigt,Rebotado,Left,Opted-out,Do not contact,Churned,Nicht anschreiben,Pas inscrit,No confirmado,Non confermato,Não confirmado,Hard bounced,Awaiting Confirmation,No Permissions Set,NEVER_SUBSCRIBED,Junk,Abgemeldet am 3. Mai,Résilié,Annullato? cancellato'.split(
      ',',
    ),
  )('of somebody who gets no newsletter, in its words: %s', async (word) => {
    expect(await run(`E-Mail;Status\na@reader.example;${word}\n`)).toMatchObject({ added: 0, questions: [] })
  })

  test.each(
    'Aktiv,angemeldet,Abonné,Inscrite,Suscrito,Dada de alta,Iscritto,Attiva,Ativo,Subscrita,Opted In,SUBSCRIBED,Bestätigt,opt-in'.split(
      ',',
    ),
  )('of a subscriber, in its words: %s', async (word) => {
    expect(await run(`E-Mail;Status\na@reader.example;${word}\n`)).toMatchObject({ added: 1, skipped: 0 })
  })
})

describe('suite-subscribers-opt-out-columns: a column that says no', () => {
  test.each([
    ['Unsubscribed from all email', '', 'true'],
    ['hs_email_optout_4517084', 'false', 'true'],
    ['Opted out of email: Marketing Information', 'No', 'Yes'],
    ['Portal Bounce', 'FALSE', 'TRUE'],
    ['Email Opt Out', 'false', 'true'],
    ['HasOptedOutOfEmail', '0', '1'],
    ['Accepts Email Marketing', 'yes', 'no'],
    ['Accepts Marketing', 'TRUE', 'FALSE'],
    ['do_not_email', 'false', 'true'],
    ['is_unsubscribed', '0', '1'],
    ['EMAIL_BLACKLISTED', 'No', 'Yes'],
    ['Is this subscriber blacklisted', '0', '1'],
    ['Email Marketing Consent', 'SUBSCRIBED', 'UNSUBSCRIBED'],
    ['Marketing Consent', 'true', 'false'],
    ['Newsletter', 'ja', 'nein'],
    ['Abgemeldet am', '', '03.05.2024'],
    ['Werbesperre', '', 'x'],
    ['Robinson list', 'no', 'yes'],
    ['Désabonné', 'non', 'oui'],
    ['Date de désinscription', '', '12/05/2024'],
    ['Baja', 'no', 'sí'],
    ['Disiscritto', 'no', 'sì, il 3 maggio'],
    ['Descadastrado em', '', '2024-05-01'],
    ['Hard Bounce', '', 'May 3, 2024'],
    ['Suppressed at', 'NULL', '2024-05-01 10:00:00'],
    ['Kein Newsletter', '', 'x'],
    ['Abmeldedatum', '', '01.02.2023'],
    ['Ne plus contacter', 'non', 'oui'],
    ['Non inviare', 'no', 'sì'],
    ['Accepte la newsletter', 'oui', 'non'],
    ['Acepta publicidad', 'sí', 'no'],
    ['Aceita marketing', 'sim', 'não'],
    ['Iscritto', 'sì', 'no'],
    ['Einwilligung', 'erteilt', 'widerrufen'],
    ['Email permission', 'granted', 'denied'],
    ['deleted_at', '', '2024-05-01T10:00:00Z'],
    ['Subscription', 'active', 'cancelled'],
    ['Tags', 'vip,buyer', 'buyer, unsubscribed'],
    ['Zustand', 'dabei', 'Abgemeldet'],
    ['Gruppe', 'Kiel', 'opted out'],
    ['Kontakt', 'Kiel', 'ne pas contacter'],
  ])('%s: “%s” stays, “%s” goes', async (header, stays, goes) => {
    const csv = pair(header, `"${stays}"`, `"${goes}"`)
    const dry = await run(csv, { dryRun: true })
    // The meaning of the word in the other line has to be answered, where it is not known.
    const open = dry.questions.filter(({ value }) => value === stays)
    const answers = new Map(open.map(({ key }) => [key, 'bring_in' as const]))
    expect(await run(csv, { answers })).toMatchObject({ added: 1, skipped: 1 })
    expect(await people()).toEqual(['stays'])
  })

  test.each([
    ['Accepts SMS Marketing', 'no'],
    ['First name', 'Left'],
    ['Favourite colour', 'red'],
    ['Marketing emails bounced', '2'],
    ['Unsubscribe link', 'https://news.example/u/1'],
    ['Newsletter name', 'Weekly'],
    ['Last newsletter opened', '2024-05-01'],
    ['Trabajador', 'no'],
    ['Email domain', 'reader.example'],
  ])('is not one that is about something else: %s', async (header, value) => {
    const report = await run(`email,${header}\nstays@reader.example,"${value}"\n`)
    expect(report).toMatchObject({ added: 1, questions: [] })
    expect(report.columns.ignored).toEqual([{ name: header, values: [value] }])
  })

  test.each([
    ['Opt-in', 'Double'],
    ['Consent', '2'],
    ['archived', '0'],
    ['Cancellation date', '2024-05-01'],
    ['No marketing at all', 'yes'],
    ['Zustellbar', 'ja'],
    ['Newsletter', ''],
  ])('is asked for where it may be one: %s: “%s”', async (header, value) => {
    const other = header === 'Newsletter' ? 'yes' : value
    const report = await run(`email,${header}\na@reader.example,${value}\nb@reader.example,${other}\n`)
    expect(report.added).toBe(other === value ? 0 : 1)
    expect(report).toMatchObject({ blocked: 0, questions: [{ column: header, value }] })
  })

  test('nor are words of another kind, so that they are asked for: nobody is brought in before', async () => {
    const csv = pair('email_ok', 'Y', 'N')
    const report = await run(csv)
    expect(report).toMatchObject({ added: 0, skipped: 2, blocked: 0 })
    expect(report.questions).toEqual([
      { key: expect.any(String), column: 'email_ok', value: 'Y', lines: 1, answer: null },
      { key: expect.any(String), column: 'email_ok', value: 'N', lines: 1, answer: null },
    ])
    const answers = answering({ 'email_ok=y': 'bring_in', 'email_ok=N': 'leave_out' })
    expect(await run(csv, { answers })).toMatchObject({ added: 1, blocked: 0 })
    expect(await people()).toEqual(['stays'])
  })
})

test.each(
  ',NULL,null,\\N,None,nil,0000-00-00 00:00:00,0000-00-00,-,—,n/a,N/A,0,false,no,1970-01-01 00:00:00,[null],undefined,NaN,Never,never,"""""",(null),#N/A,01/01/1970,0000-00-00T00:00:00Z'.split(
    ',',
  ),
)('subscribers-null-words: a date of leaving that is none leaves nobody out: %s', async (spelling) => {
  const report = await run(
    `email,unsubscribed_at,bounced_at,confirmed_at,subscribed_at\na@reader.example,${spelling},${spelling},2024-01-01,${spelling}\n`,
  )
  expect(report).toMatchObject({ added: 1, blocked: 0, counts: [] })
})

test('a date of leaving that is no date is asked for, and blocks nobody', async () => {
  const report = await run('email,unsubscribed_at\na@reader.example,perhaps\nb@reader.example,05/03/2024\n')
  expect(report.counts).toEqual([
    { kind: 'unclear', lines: 1 },
    { kind: 'left_elsewhere', lines: 1 },
  ])
  expect(report).toMatchObject({ added: 0, blocked: 1, questions: [{ value: 'perhaps' }] })
})

describe('questions', () => {
  const CSV = `email,Status\n${['VIP', 'vip', 'Freemium', '', 'active', 'unsubscribed'].map((word, index) => `r${index}@reader.example,${word}`).join('\n')}\n`

  test('each word has its number of lines, and three answers', async () => {
    const report = await run(CSV, { dryRun: true })
    expect(report.questions.map(({ value, lines }) => [value, lines])).toEqual([
      ['VIP', 2],
      ['Freemium', 1],
      ['', 1],
    ])
    expect(report).toMatchObject({ added: 1, blocked: 1, skipped: 5 })
    const answers = answering({
      'status=VIP': 'bring_in',
      'Status=Freemium': 'unsubscribed',
      'Status=': 'leave_out',
    })
    const dry = await run(CSV, { dryRun: true, answers })
    const done = await run(CSV, { answers })
    expect(done).toEqual({ ...dry, dryRun: false })
    expect(done).toMatchObject({ added: 3, blocked: 2 })
    expect(done.questions.map(({ answer }) => answer)).toEqual(['bring_in', 'unsubscribed', 'leave_out'])
    expect(await people()).toEqual(['r0', 'r1', 'r4'])
  })

  test('an answer for a word of another file answers nothing here', async () => {
    const answers = answering({ 'Status=Other': 'bring_in', 'State=VIP': 'bring_in' })
    expect(await run(CSV, { answers })).toMatchObject({ added: 1 })
  })

  test('an answer does not bring in whom another column or line leaves out', async () => {
    const csv =
      'email,Status,Unsubscribed\na@reader.example,VIP,2024-01-01\nb@reader.example,VIP,\nB@reader.example,unsubscribed,\nc@reader.example,active,\nC@reader.example,Gold,\n'
    const report = await run(csv, { answers: answering({ 'Status=VIP': 'bring_in' }) })
    expect(report).toMatchObject({ added: 0, blocked: 2 })
    expect(report.problems.map(({ line, kind }) => [line, kind])).toEqual([
      [2, 'left_elsewhere'],
      [3, 'left_elsewhere'],
      [4, 'left_elsewhere'],
      [5, 'unclear'],
      [6, 'unclear'],
    ])
  })

  test('they are as many as somebody can answer, and the rest of a column is one', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `r${index}@reader.example,word ${index}`)
    const csv = `email,Status\n${rows.join('\n')}\n`
    const { questions } = await run(csv, { dryRun: true })
    expect(questions).toHaveLength(QUESTIONS_PER_COLUMN + 1)
    expect(questions[0]).toMatchObject({ value: null, lines: 500 - QUESTIONS_PER_COLUMN })
    expect(await run(csv, { answers: answering({ 'Status=*': 'bring_in' }) })).toMatchObject({ added: 480 })
  })

  test('names of Object, formulas, control characters and long texts are words like others', async () => {
    const words = [
      '__proto__',
      'constructor',
      'toString',
      '=HYPERLINK("https://evil.example")',
      '\u001b[31mred',
      'x'.repeat(5_000),
    ]
    const csv = `email,Status,hasOwnProperty\n${words.map((word, index) => `r${index}@reader.example,"${word.replaceAll('"', '""')}",x`).join('\n')}\n`
    const { questions, added } = await run(csv, { answers: answering({ 'Status=constructor': 'leave_out' }) })
    expect(added).toBe(0)
    expect(questions.map(({ value }) => value)).toEqual([
      '__proto__',
      'constructor',
      'toString',
      '=HYPERLINK("https://evil.example")',
      '[31mred',
      `${'x'.repeat(60)}…`,
    ])
    expect(await isBlocked()).toBe(false)
  })

  test('a thousand columns of words have a limit, in the report too', async () => {
    const header = Array.from({ length: 500 }, (_, index) => `Status,Colour ${index}`)
      .join(',')
      .slice(0, -11)
    const cells = header.split(',').map(() => 'whatever')
    const report = await run(
      `email,${header}\n${Array.from({ length: 300 }, (_, index) => `r${index}@reader.example,${cells.map((cell) => `${cell}${index % 50}`).join(',')}`).join('\n')}\n`,
    )
    expect(report.added).toBe(0)
    expect(report.questions.length).toBeLessThanOrEqual(MAX_QUESTIONS)
    expect(report.columns.ignored).toHaveLength(100)
    expect(report.columns.more).toBeGreaterThan(300)
    expect(JSON.stringify(report).length).toBeLessThan(100_000)
  })
})

describe('an address', () => {
  test.each([
    ['joerg@müller.example', 'joerg@xn--mller-kva.example'],
    ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
    ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['\u200Ba@reader.example\u00A0', 'a@reader.example'],
    ['\uFEFFa@reader.example\u2060', 'a@reader.example'],
    ['\u00ADa@reader.example\u200E', 'a@reader.example'],
    [`${'x'.repeat(64)}@reader.example`, `${'x'.repeat(64)}@reader.example`],
    ['deleted@reader.example', 'deleted@reader.example'],
    ['redactedacademy@reader.example', 'redactedacademy@reader.example'],
  ])('%s is stored as %s', async (written, address) => {
    expect(await run(`email\n${written}\n`)).toMatchObject({ added: 1, problems: [] })
    expect((await stored()).map(({ email }) => email)).toEqual([address])
  })

  test.each([
    ['ad\u200Ba@reader.example', 'invisible', 'ad[U+200B]a@reader.example'],
    ['ada@rea\u00ADder.example', 'invisible', 'ada@rea[U+00AD]der.example'],
    [`${'x'.repeat(65)}@reader.example`, 'long_local', `${'x'.repeat(65)}@reader.example`],
    ['.ada@reader.example', 'stray_dot', '.ada@reader.example'],
    ['ada.@reader.example', 'stray_dot', 'ada.@reader.example'],
    ['a..da@reader.example', 'stray_dot', 'a..da@reader.example'],
    ['ada@reader..example', 'stray_dot', 'ada@reader..example'],
    ['ada@reader.example.', 'stray_dot', 'ada@reader.example.'],
    ['jörg@reader.example', 'invalid_address', 'jörg@reader.example'],
    ['ada@mü ller.example', 'invalid_address', 'ada@mü ller.example'],
    ['8f3a0c12@deletion-request.substack.com', 'deleted_elsewhere', '8f3a0c12@deletion-request.substack.com'],
    ['redacted.11bab993-58bb-4cc9-a654-c152dbe009e1@reader.example', 'deleted_elsewhere', expect.any(String)],
    ['deleted-user-1234@reader.example', 'deleted_elsewhere', expect.any(String)],
    ['anonymized+77@reader.example', 'deleted_elsewhere', expect.any(String)],
    ['x@site.invalid', 'deleted_elsewhere', 'x@site.invalid'],
    ['NULL', 'no_address', expect.any(String)],
  ])('subscribers-substack-deleted and others: %s is refused: %s', async (written, kind, value) => {
    const report = await run(`email\n${written}\n`)
    expect(report).toMatchObject({ added: 0, skipped: 1, blocked: 0 })
    expect(report.problems).toEqual([{ line: 2, kind, value }])
  })

  test('with thousands of spaces in it is refused as fast as others', async () => {
    const row = `\u200B${' '.repeat(15_000)}x${' '.repeat(15_000)}y@reader.example\n`
    expect(await run(`email\n${row.repeat(1_000)}`)).toMatchObject({ added: 0, skipped: 1_000 })
  }, 60_000)

  test('of two spellings of a domain is one', async () => {
    expect(await run('email\na@müller.example\na@xn--mller-kva.example\n')).toMatchObject({ added: 1 })
  })
})

describe('subscribers-excel-sep-line: the line of a spreadsheet that says what the delimiter is', () => {
  test.each([
    ['sep=;', ';', '\uFEFF'],
    ['SEP=,', ',', ''],
    ['sep=\t', '\t', ''],
    ['"sep=|"', '|', '\uFEFF'],
  ])('%s', async (line, delimiter, mark) => {
    const rows = [
      ['"Name"', '"E-Mail"', '"Sprache"', '"Bemerkung"'],
      ['"Jörg Müller"', '"joerg@example.org"', '"Deutsch"', '"Zeile 1\r\nZeile 2; mit Semikolon"'],
      ['"Ana"', '"ana+news@example.org"', '"Español"', '"sagt ""hola"""'],
    ]
    const csv = `${mark}${line}\r\n${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`
    const report = await run(csv)
    expect(report).toMatchObject({ added: 2, lines: 2, skipped: 0 })
    expect((await stored()).map(({ email, language }) => [email, language])).toEqual([
      ['ana+news@example.org', 'es'],
      ['joerg@example.org', 'de'],
    ])
  })
})

test.each([
  ['31.03.2023 14:05', '2023-03-31T14:05:00.000Z'],
  ['1680271500', '2023-03-31T14:05:00.000Z'],
  ['2023-03-31 14:05:00 UTC', '2023-03-31T14:05:00.000Z'],
  ['3/31/2023', '2023-03-31T00:00:00.000Z'],
  ['31/03/2023', '2023-03-31T00:00:00.000Z'],
])('a date as programs of a country write it is kept: %s', async (written, date) => {
  expect(await run(`email;created_at\na@reader.example;${written}\n`)).toMatchObject({
    added: 1,
    problems: [],
  })
  expect((await stored())[0]?.subscribed_at).toEqual(new Date(date))
})

test('a hundred thousand people who left, or whose words are not known, are left out in time', async () => {
  const words = ['active', 'unsubscribed', 'VIP', '']
  const rows = Array.from(
    { length: 100_000 },
    (_, index) => `r${index}@reader.example,${words[index % 4]},note ${index},2024-05-01`,
  )
  const report = await run(`email,Status,Notes,Created\n${rows.join('\n')}\n`, { dryRun: true })
  expect(report).toMatchObject({ lines: 100_000, added: 25_000, blocked: 25_000, skipped: 75_000 })
  expect(report.questions.map(({ lines }) => lines)).toEqual([25_000, 25_000])
}, 120_000)
