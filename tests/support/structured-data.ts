import * as z from 'zod'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/**
 * The rules for JSON-LD: the properties that schema.org and Google's documentation require or recommend, in the accepted formats,
 * and no others.
 */
const address = z.url({ protocol: /^https?$/ })
const schema = z.literal('https://schema.org')
const language = z.enum(LANGUAGE_CODES as readonly [string, ...string[]])
const text = z.string().min(1)
const time = z.iso.datetime({ offset: true })

const image = z.strictObject({
  '@type': z.literal('ImageObject'),
  url: address,
  width: z.int().min(112),
  height: z.int().min(112),
})

/** A picture whose owner is named; Google's documentation asks for either of the two. */
const creditedImage = z.strictObject({
  '@type': z.literal('ImageObject'),
  url: address,
  creditText: text.optional(),
  license: address.optional(),
})

const publisher = z.strictObject({
  '@type': z.literal('NewsMediaOrganization'),
  '@id': address,
  name: text,
  legalName: text.optional(),
  url: address,
  logo: image,
  publishingPrinciples: address,
  correctionsPolicy: address,
})

const accountablePerson = z.strictObject({ '@type': z.literal('Person'), name: text }).optional()

/** Two of the members of IPTCDigitalSourceEnumeration. */
const digitalSource = z.enum([
  'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
])

const version = z.strictObject({
  '@type': z.literal('NewsArticle'),
  '@id': address,
  url: address,
  inLanguage: language,
})

export const newsArticle = z
  .strictObject({
    '@context': schema,
    '@type': z.literal('NewsArticle'),
    '@id': address,
    url: address,
    mainEntityOfPage: z.strictObject({ '@type': z.literal('WebPage'), '@id': address }),
    headline: text.refine((headline) => [...headline].length <= 110, 'longer than 110 characters'),
    description: text,
    image: z.array(z.union([address, image, creditedImage])).min(1),
    datePublished: time,
    dateModified: time,
    correction: z
      .array(z.strictObject({ '@type': z.literal('CorrectionComment'), text, datePublished: time }))
      .min(1)
      .optional(),
    author: z.strictObject({
      '@type': z.literal('Person'),
      '@id': address.optional(),
      name: text,
      url: address.optional(),
    }),
    publisher,
    accountablePerson,
    digitalSourceType: digitalSource.optional(),
    citation: z
      .array(
        z.strictObject({
          '@type': z.literal('CreativeWork'),
          name: text,
          url: address.optional(),
          inLanguage: text.optional(),
          datePublished: time,
          publisher: z.strictObject({ '@type': z.literal('Organization'), name: text }),
        }),
      )
      .min(1)
      .optional(),
    editor: accountablePerson,
    inLanguage: language,
    articleSection: text,
    isAccessibleForFree: z.literal(true),
    translationOfWork: version.optional(),
    workTranslation: z.array(version).min(1).optional(),
  })
  .refine(({ datePublished, dateModified }) => Date.parse(dateModified) >= Date.parse(datePublished))
  .refine(({ translationOfWork, workTranslation }) => !(translationOfWork && workTranslation))
  .refine(({ digitalSourceType, editor }) => !editor || digitalSourceType?.includes('Composite'))

export const breadcrumbList = z.strictObject({
  '@context': schema,
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(z.strictObject({ '@type': z.literal('ListItem'), position: z.int(), name: text, item: address }))
    .min(2)
    .refine((items) => items.every(({ position }, index) => position === index + 1), 'not counted from 1'),
})

export const newsletterArchive = z.strictObject({
  '@context': schema,
  '@type': z.literal('CollectionPage'),
  url: address,
  name: text,
  description: text,
  inLanguage: language,
  publisher,
  mainEntity: z.strictObject({
    '@type': z.literal('ItemList'),
    itemListOrder: z.literal('https://schema.org/ItemListOrderDescending'),
    itemListElement: z.array(
      z.strictObject({ '@type': z.literal('ListItem'), position: z.int(), name: text, url: address }),
    ),
  }),
})

export const webSite = z.strictObject({
  '@context': schema,
  '@type': z.literal('WebSite'),
  '@id': address,
  url: address,
  name: text,
  description: text,
  inLanguage: language,
  publisher: z.strictObject({ '@id': address }),
  accountablePerson,
  potentialAction: z.strictObject({
    '@type': z.literal('SearchAction'),
    target: z.strictObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z.string().regex(/\?q=\{search_term_string\}(&|$)/),
    }),
    'query-input': z.literal('required name=search_term_string'),
  }),
})

export const newsMediaOrganization = publisher.extend({
  '@context': schema,
  slogan: text.optional(),
})
