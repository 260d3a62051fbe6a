interface FactsProps {
  facts: readonly {
    name: string /** Where several have one name. */
    id?: string
    value: React.ReactNode
    detail?: React.ReactNode
  }[]
}

/** Names with what is so, one below the other. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="divide-y divide-line text-sm">
      {facts.map(({ name, id, value, detail }) => (
        <div
          key={id ?? name}
          className="gap-x-5 py-3 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <dt className="text-faint">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {value}
            {detail && <div className="mt-0.5 text-faint">{detail}</div>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
