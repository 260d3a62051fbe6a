interface SystemPartProps {
  id: string
  title: string
  intro?: React.ReactNode
  titleRef?: React.Ref<HTMLHeadingElement>
  children: React.ReactNode
}

/** A part of a view of the system that takes its whole width. */
export function SystemPart({ id, title, intro, titleRef, children }: SystemPartProps) {
  return (
    <section aria-labelledby={id} className="mb-12">
      <h2 id={id} ref={titleRef} tabIndex={-1} className="font-semibold">
        {title}
      </h2>
      {intro && <p className="mt-1.5 max-w-prose text-sm text-soft">{intro}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
