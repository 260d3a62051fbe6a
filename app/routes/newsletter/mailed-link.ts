/** The token of a mailed link; empty when there is none. */
export function tokenOf(url: URL): string {
  return url.searchParams.get('token') ?? ''
}

/** Reads the intent of a form behind an emailed link, with its other fields; null if the page has no such intent. */
export async function readIntent<Intent extends string>(
  request: Request,
  intents: readonly Intent[],
): Promise<{ intent: Intent; form: FormData } | null> {
  const form = await request.formData().catch(() => null)
  const [asked, ...more] = form?.getAll('intent') ?? []
  const intent = intents.find((known) => known === asked)
  return form && intent && more.length === 0 ? { intent, form } : null
}
