import type { CheckContext } from '#core/check/checked-article.ts'
import type { Rule } from '#core/check/finding.ts'
import type { LinkResult } from '#core/domain/article-check.ts'

/** A mistake, put into a clean article in place of `from`. */
export interface Planted {
  rule: Rule
  slug: string
  field: 'title' | 'subtitle' | 'excerpt' | 'content'
  from: string
  to: string
  /** The words with which it is found; null when the finding is about the whole field. */
  quote: string | null
  foundIn?: 'title' | 'subtitle' | 'excerpt' | 'content'
  context?: Partial<CheckContext>
}

const link = (url: string, more: Partial<LinkResult>): Partial<CheckContext> => ({
  links: new Map([[url, { url, state: 'ok', detail: '', article: null, ...more }]]),
})
const content = (rule: Rule, slug: string, from: string, to: string, quote: string): Planted => ({
  rule,
  slug,
  field: 'content',
  from,
  to,
  quote,
})
const head = (
  field: 'title' | 'excerpt',
  slug: string,
  from: string,
  to: string,
  quote: string,
): Planted => ({
  rule: 'figure',
  slug,
  field,
  from,
  to,
  quote,
})

export const PLANTED: Planted[] = [
  // A figure that the text gives differently.
  head('title', 'en-0', '$6.5bn', '$5.6bn', '$5.6bn'),
  head('excerpt', 'es-0', '1.400', '1.700', '1.700'),
  head('excerpt', 'de-4', '30 Prozent', '40 Prozent', '40 Prozent'),
  head('excerpt', 'fr-0', '650 millions d', '560 millions d', "560 millions d'euros"),
  head('excerpt', 'pt-0', '3.500 milhões', '5.300 milhões', '5.300 milhões de euros'),
  head('title', 'it-2', 'tredici mesi', '2,9 milioni di euro', '2,9 milioni di euro'),
  head('excerpt', 'de-0', '90 Megawatt', '29,5 Megawatt', '29,5 Megawatt'),
  { ...content('figure', 'en-0', '6.5 billion', '6.5 million', '$6.5bn'), foundIn: 'title' },
  // A name that is spelt in two ways.
  content('name', 'en-0', 'Raman told analysts', 'Priya Ramann told analysts', 'Priya Ramann'),
  content('name', 'en-0', 'says Oakley', 'says Tom Oakly', 'Tom Oakly'),
  content('name', 'en-3', 'is not OpenAI', 'is not OpenAI, and Open AI is not one', 'Open AI'),
  content('name', 'de-1', 'Sandmann fordert', 'Heike Sandman fordert', 'Heike Sandman'),
  content('name', 'de-0', 'Brockmanns Fraktion', 'Jens Brockman', 'Jens Brockman'),
  content('name', 'es-4', 'Abellán lo celebra', 'Ginés Abellan lo celebra', 'Ginés Abellan'),
  content(
    'name',
    'fr-0',
    'concède Étienne Valmont',
    'concède Étienne Valmont (Etienne Valmont)',
    'Etienne Valmont',
  ),
  content('name', 'it-2', 'Untersteiner non', 'Petra Untersteinr non', 'Petra Untersteinr'),
  content('name', 'pt-0', 'Quintela recomendou', 'Teresa Quintella recomendou', 'Teresa Quintella'),
  // A weekday that does not fit its date.
  content('weekday', 'en-0', 'Monday, November 16', 'Tuesday, November 16', 'Tuesday, November 16'),
  content(
    'weekday',
    'en-3',
    'Wednesday, 18 November 2026',
    'Thursday, 18 November 2026',
    'Thursday, 18 November 2026',
  ),
  content(
    'weekday',
    'de-0',
    'Dienstag, dem 17. November',
    'Mittwoch, dem 17. November',
    'Mittwoch, dem 17. November',
  ),
  content('weekday', 'es-2', 'jueves 10 de diciembre', 'viernes 10 de diciembre', 'viernes 10 de diciembre'),
  content('weekday', 'fr-2', 'jeudi 12 novembre 2026', 'lundi 12 novembre 2026', 'lundi 12 novembre 2026'),
  content('weekday', 'it-0', 'giovedì 12 novembre', 'venerdì 12 novembre', 'venerdì 12 novembre'),
  content(
    'weekday',
    'pt-4',
    'sexta-feira, 13 de novembro',
    'quinta-feira, 13 de novembro',
    'quinta-feira, 13 de novembro',
  ),
  // Placeholders.
  content('placeholder', 'en-4', 'by luck', 'by TK', 'TK'),
  content('placeholder', 'de-3', 'mehr Kuchen', 'mehr [Zitat einfügen]', '[Zitat einfügen]'),
  content('placeholder', 'fr-3', 'égalité', '{{resultat}}', '{{resultat}}'),
  content('placeholder', 'it-3', 'I dati sono', 'Lorem ipsum dolor sit amet. I dati sono', 'Lorem ipsum'),
  content('placeholder', 'pt-3', 'num verão', 'em XXX meses', 'XXX'),
  content('placeholder', 'es-3', 'La Xunta', 'TODO: comprobar. La Xunta', 'TODO'),
  content(
    'sample_link',
    'en-2',
    'https://github.com/ggml-org/ggml/blob/master/docs/gguf.md',
    'https://example.com/gguf',
    '[GGUF files](https://example.com/gguf)',
  ),
  content('empty_link', 'de-4', '(https://de.wikipedia.org/wiki/Chatbot)', '()', '[Chatbot]()'),
  // Footnotes that readers do not find.
  content('footnote_undefined', 'en-4', 'by luck', 'by luck[^1]', '[^1]'),
  content('footnote_undefined', 'fr-3', 'égalité', 'égalité[^la source]', '[^la source]'),
  content('footnote_unused', 'de-3', 'mehr Kuchen', 'mehr Kuchen\n\n[^1]: Ein Satz.\n\n', '[^1]:'),
  content(
    'footnote_repeated',
    'it-3',
    'I dati sono',
    'Una frase.[^a]\n\n[^A]: Uno.\n[^a]: Due.\n\nI dati sono',
    '[^a]:',
  ),
  content('footnote_empty', 'es-3', 'La Xunta', 'Una frase.[^a]\n\n[^a]:\n\nLa Xunta', '[^a]:'),
  { ...content('footnote_undefined', 'pt-3', '', '', '[^1]'), field: 'title', from: '', to: '[^1] ' },
  // Missing parts.
  content('missing_alt', 'it-1', '![Pile di bozze su una scrivania]', '![]', '![](/demo/newsroom.jpg)'),
  {
    ...content('missing_credit', 'es-1', 'letra procesal](', 'letra procesal ](', ''),
    quote: '![Página de un manuscrito con letra procesal ](/demo/archive.jpg)',
    context: { images: new Map([['/demo/archive.jpg', { alt: 'Página', credit: null }]]) },
  },
  content(
    'remote_image',
    'es-1',
    '![Página de un manuscrito con letra procesal](/demo/archive.jpg)',
    '![Un manuscrito](https://pictures.example/a.jpg "| Nora")',
    '![Un manuscrito](https://pictures.example/a.jpg "| Nora")',
  ),
  {
    rule: 'missing_excerpt',
    slug: 'pt-1',
    field: 'excerpt',
    from: 'Os assistentes de voz entendem Lisboa e falham nos Açores. Um projeto da ilha Terceira gravou 900 vozes para mudar isso.',
    to: '  ',
    quote: null,
  },
  // Words of the house, and links.
  content('banned_word', 'en-2', 'Future me', 'This is a Game-Changer. Future me', 'Game-Changer'),
  content('banned_word', 'de-2', 'eine Seite passt', 'eine Seite passt, revolutionär eben', 'revolutionär'),
  content(
    'link_language',
    'fr-0',
    'https://www.sft.fr/',
    '/newsletter',
    '[phrases et les notes](/newsletter)',
  ),
  {
    ...content(
      'link_language',
      'de-0',
      'https://www.bundesnetzagentur.de/DE/Fachthemen/ElektrizitaetundGas/start.html',
      '/article/the-case-for-boring-ai',
      '[Übersicht der Anträge](/article/the-case-for-boring-ai)',
    ),
    context: link('/article/the-case-for-boring-ai', {
      article: {
        language: 'en',
        versions: [
          { language: 'en', path: '/article/the-case-for-boring-ai' },
          { language: 'de', path: '/article/plaedoyer-langweilige-ki?lang=de' },
        ],
      },
    }),
  },
  {
    ...content(
      'dead_link',
      'pt-0',
      'https://siaia.apambiente.pt/',
      'https://siaia.apambiente.pt/gone',
      '[declaração de impacte](https://siaia.apambiente.pt/gone)',
    ),
    context: link('https://siaia.apambiente.pt/gone', { state: 'dead', detail: '404' }),
  },
  {
    ...content(
      'dead_link',
      'it-3',
      'https://www.regione.liguria.it/',
      'https://www.regione.liguria.it/frane',
      '[aperti a tutti](https://www.regione.liguria.it/frane)',
    ),
    context: link('https://www.regione.liguria.it/frane', { state: 'soft_dead' }),
  },
]
