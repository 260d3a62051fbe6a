import * as z from 'zod'

// A content security policy without `unsafe-eval` reports even the question whether code may be compiled.
z.config({ jitless: true })

/** Zod, for schemas that a browser checks too. */
export { z }
