/** Shown in place of a list that has no articles. */
export function EmptyArticles({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <div className="border-y border-line py-16 text-center">
      <p className="mx-auto max-w-lg font-serif text-deck text-balance">{text}</p>
      {hint && <p className="mt-3 text-sm text-soft">{hint}</p>}
    </div>
  )
}
