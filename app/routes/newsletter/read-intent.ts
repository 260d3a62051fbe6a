/** Reads what a form behind a mailed link asks for, with its other fields; null when it is nothing that the page can do. */
export async function readIntent<Intent extends string>(
  request: Request,
  intents: readonly Intent[],
): Promise<{ intent: Intent; form: FormData } | null> {
  const form = await request.formData().catch(() => null)
  const [asked, ...more] = form?.getAll('intent') ?? []
  const intent = intents.find((known) => known === asked)
  return form && intent && more.length === 0 ? { intent, form } : null
}
