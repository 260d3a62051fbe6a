import * as z from 'zod'

// Zod tests whether it may compile code, which browsers report as a violation of a content security policy without `unsafe-eval`.
z.config({ jitless: true })

/** Zod, for schemas that browsers use too. */
export { z }
