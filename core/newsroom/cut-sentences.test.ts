import { expect, test } from 'vitest'
import { cutSentences, SENTENCE_MAX_LENGTH } from '#core/newsroom/cut-sentences.ts'

const cut = (text: string, language?: string) => cutSentences(text, language).map((sentence) => sentence.text)

/** Texts with a bar where a sentence ends. */
const CASES: Record<string, string[]> = {
  en: [
    'The model costs $3.5 million.| It runs on 1.2 GW.| Nobody asked why.',
    'Mr. Smith met Dr. Jane A. Doe and Sen. O’Hara.| They spoke at 5 p.m. in the U.S. Senate.',
    'Acme Inc. Chief Executive Tom Hale left.| He had joined Acme Inc.| The firm is in the U.S.| It has 12 rivals, e.g. Nvidia Corp. and others.',
    '“We are ready,” she said.| “Are you?” he asked.| “Yes.”| Then they left.',
    'He asked: "Is it ready?"| She did not answer.[1]| The paper (see Fig. 3.) says so.',
    'In Nov. 2025 it fell vs. 3 rivals.| 40 people left.| xAI did not.| iPhone sales rose.',
    'Well… maybe.| And so… the end.| They say “the […] Company” paid.| No. 5 is alive, he said no.| Next.',
    'J. K. Rowling and George W. Bush met.| Visit example.com or www.acme.ai.| Done!| Really?!| Yes.',
    '1. Buy more chips.\n|2. Sell fewer.\n|a. A note',
    'Prices at 3.30 p.m. on Mon. rose 4.5%.| Shares of AT&T fell.',
  ],
  de: [
    'Am 3. März 2026 meldete die Firma z. B. 1,5 Mio. Euro Verlust.| Die Zahl sank im 19. Jahr auf 12.| Das war wenig.',
    'Laut Dr. Meier, d. h. der Nr. 2 u. a. bei Siemens, gilt das.| „Wir kommen.“| Er ging.| »Nein!«| Sie blieb.',
    'Dipl.-Ing. Roth ist, was ich mag.| Das sagt die Fa. Krull.',
    'Die Fa. baut Chips, Kabel usw.| Der Bund zahlt ca. 3 Mrd. Euro.| S. Fischer verlegt es, vgl. S. 12.',
  ],
  fr: [
    'M. Dupont et Mme Le Gall ont signé.| « C’est fini. »| Il est parti.| Vraiment ?| Oui !| L’entreprise S.A. Renault vaut 3,5 Md€.',
    'Selon l’art. 5, p. ex. en janv. 2026, rien ne change.| Né en 50 av. J.-C. à Rome.',
  ],
  es: [
    'El Sr. García y la Dra. Ruiz viven en EE. UU. desde 2020.| ¿Por qué?| ¡Nadie lo sabe!| La Cía. Ltd. cerró, p. ej. en la pág. 3.',
    'Llegó el lic. Mora con la sra. Paz.| Nadie habló.',
    'Perdió 1.500 millones.| «No sé».| Así terminó, dijo.',
  ],
  it: [
    'Il Sig. Rossi e il Dott. Bianchi della Fiat S.p.A. hanno firmato.| L’accordo vale 3,5 milioni.| Gatti, cani ecc. e l’art. 7.',
    'Il dott. Bini e l’avv. Moro parlano.| Lo dice mons. Riva.| Costa 5 mld.| Poi tace.',
  ],
  pt: [
    'O Sr. Silva e a Dra. Souza da Oi S.A. saíram às 10h.| Não há acordo.| “Acabou.”| Foi em 3 de set. de 2025.',
  ],
  zh: ['公司表示：“我们准备好了。”|价格是3.5元！|为什么？|没有人知道'],
  ja: ['「終わりました。」|彼は言った。|次へ。'],
  ar: ['قالت الشركة ذلك.| هل هذا صحيح؟| لا أحد يعرف.'],
  ru: ['Он сказал: «Нет».| Потом ушёл.| А. С. Пушкин родился.'],
  hi: ['यह सच है।| कोई नहीं जानता।'],
}

test.each(
  Object.entries(CASES).flatMap(([language, texts]) => texts.map((text) => [language, text] as const)),
)('cuts %s: %s', (language, text) => {
  expect(cut(text.replaceAll('|', ''), language)).toEqual(text.split('|').map((sentence) => sentence.trim()))
})

test.each([
  ['it', 'Il dott. Rossi ha parlato.| Poi è uscito.'],
  ['it', 'L’ing. Bianchi guida il progetto.| Il prof. Verdi insegna a Pisa.'],
  ['it', 'L’avv. Neri e l’on. Galli erano d’accordo.| Il Dott. Rossi ha parlato.'],
  ['it', 'Il sen. Conti è arrivato.| Lo ha detto mons. Galli.'],
  ['it', 'Il sig. Rossi e la sig.ra Bianchi parlano.| Costa 5 mld.| Poi basta.'],
  ['es', 'El dr. García y la sra. López hablaron.| Habló el lic. Pérez.| Nadie más.'],
  ['pt', 'O dr. Silva e a dra. Souza falaram.| Saíram cedo.'],
  ['fr', 'Le dr. Martin a parlé.'],
  ['de', 'Frau Dipl.-Ing. Weiß baut für die Fa. Krane.'],
])('suite-sentences-titles: %s, %s', (language, text) => {
  expect(cut(text.replaceAll('|', ''), language)).toEqual(text.split('|').map((sentence) => sentence.trim()))
})

test('says where a sentence stands', () => {
  const text = '  A heading\n\n One 😀 thing.  Two things. \r\n- An item\n'
  const sentences = cutSentences(text, 'en')
  expect(sentences.map((sentence) => sentence.text)).toEqual([
    'A heading',
    'One 😀 thing.',
    'Two things.',
    '- An item',
  ])
  for (const sentence of sentences) {
    expect(text.slice(sentence.from, sentence.to)).toBe(sentence.text)
  }
})

test('cuts the same with a language that it does not know', () => {
  expect(cut('Mr. Smith left. Frau Dr. Meier blieb.', 'xx')).toEqual([
    'Mr. Smith left.',
    'Frau Dr. Meier blieb.',
  ])
  expect(cut('Mr. Smith left. Then she did.')).toHaveLength(2)
  expect(cut('')).toEqual([])
  expect(cut(' \n\t\n')).toEqual([])
})

test('cuts what has no point at a space, and never inside a character', () => {
  const words = cut('word '.repeat(1000))
  expect(
    words.every((sentence) => /^(word )*word$/.test(sentence) && sentence.length <= SENTENCE_MAX_LENGTH),
  ).toBe(true)
  expect(words.join(' ')).toBe('word '.repeat(1000).trim())
  const faces = cut(`a${'😀'.repeat(2000)}`)
  expect(faces.every((sentence) => sentence.isWellFormed() && sentence.length <= SENTENCE_MAX_LENGTH)).toBe(
    true,
  )
  expect(faces.join('')).toBe(`a${'😀'.repeat(2000)}`)
})

test.each([
  '.',
  '. ',
  '."',
  '. "',
  '.)',
  '.[1',
  ' ',
  'a.',
  'A. ',
  '1. ',
  '… ',
  '。',
  '.\n',
  '« ',
  '. »',
  'é',
  '-',
  '. (',
  "'. ",
  '!? ',
  'x',
])('loses nothing of many %j, and takes no longer than for prose', (unit) => {
  const text = unit.repeat(200_000)
  expect(cut(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
})
