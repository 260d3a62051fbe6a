import * as z from 'zod'

// Zod's check whether it may compile code is reported as a violation of a content security policy without `unsafe-eval`.
z.config({ jitless: true })

/** Zod, for schemas that browsers use too. */
export { z }
