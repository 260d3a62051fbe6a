interface PageNameProps {
  name: React.ReactNode
  /** The language of the name. */
  lang?: string | undefined
  note: string
}

/** A page with what tells it from others of the same name. */
export function PageName({ name, lang, note }: PageNameProps) {
  return (
    <>
      <span lang={lang}>{name}</span>
      <span className="mt-0.5 block text-faint text-xs">{note}</span>
    </>
  )
}
