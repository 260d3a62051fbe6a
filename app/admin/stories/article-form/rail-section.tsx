interface RailSectionProps {
  id: string
  title: string
  intro?: React.ReactNode
  titleRef?: React.Ref<HTMLHeadingElement>
  children: React.ReactNode
}

/** A part of a panel beside a story. */
export function RailSection({ id, title, intro, titleRef, children }: RailSectionProps) {
  return (
    <section aria-labelledby={id} className="border-line not-first:mt-6 not-first:border-t not-first:pt-5">
      <h2 id={id} ref={titleRef} tabIndex={-1} className="font-semibold">
        {title}
      </h2>
      {intro && <p className="mt-1 max-w-prose text-sm text-soft">{intro}</p>}
      <div className="mt-3 min-w-0">{children}</div>
    </section>
  )
}
