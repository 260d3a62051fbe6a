interface PageSectionProps {
  id: string
  title: string
  intro?: React.ReactNode
  titleRef?: React.Ref<HTMLHeadingElement>
  children: React.ReactNode
}

/** A section of an admin page: heading and introduction on the left, content on the right. */
export function PageSection({ id, title, titleRef, intro, children }: PageSectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-line border-t py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
    >
      <div>
        <h2 id={id} ref={titleRef} tabIndex={-1} className="font-semibold">
          {title}
        </h2>
        {intro && <p className="mt-1.5 max-w-prose text-sm text-soft">{intro}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
