import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/languages.ts'

/** The parsed query parameters of our addresses. */
export interface QueryValues {
  lang: Language
  page: number
  /** True if a translation is shown beside its original. */
  beside: boolean
}

export type QueryParameter = keyof QueryValues

type Parameters = {
  [Name in QueryParameter]: {
    /** The value in an address; the default when it is missing or invalid. */
    parse(asked: string | null): QueryValues[Name]
    /** The value as our addresses contain it; null for the default, which they omit. */
    format(value: QueryValues[Name]): string | null
  }
}

/** In their order in our addresses. */
export const QUERY_PARAMETERS: Parameters = {
  lang: {
    parse: (asked) => (isLanguage(asked) ? asked : DEFAULT_LANGUAGE),
    format: (language) => (language === DEFAULT_LANGUAGE ? null : language),
  },
  // Anything but a number of up to four digits is the first page.
  page: {
    parse: (asked) => (asked !== null && /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1),
    format: (page) => (page === 1 ? null : String(page)),
  },
  // Originals are English.
  beside: {
    parse: (asked) => asked === DEFAULT_LANGUAGE,
    format: (isBeside) => (isBeside ? DEFAULT_LANGUAGE : null),
  },
}

/** Parses the named parameters. When one occurs several times, the first counts. */
export function readQuery<Name extends QueryParameter>(
  asked: URLSearchParams,
  names: readonly Name[],
): Pick<QueryValues, Name> {
  const values: Partial<QueryValues> = {}
  for (const name of names) readInto(values, name, asked.get(name))
  return values as Pick<QueryValues, Name>
}

function readInto<Name extends QueryParameter>(
  values: Partial<QueryValues>,
  name: Name,
  asked: string | null,
) {
  values[name] = QUERY_PARAMETERS[name].parse(asked)
}

/** Normalises the value of a parameter to the one in our own addresses; null for the default. */
export function canonicalValue<Name extends QueryParameter>(name: Name, asked: string | null): string | null {
  const { parse, format } = QUERY_PARAMETERS[name]
  return format(parse(asked))
}
