import { inject } from 'vitest'
import { catalogOf } from '#server/rest/catalog/catalog.ts'

/** The catalog of the template database, read once per run. */
export const catalog = catalogOf(inject('offered'))
