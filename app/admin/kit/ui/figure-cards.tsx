interface FigureCardsProps {
  /** A figure without a value is not known. */
  figures: readonly { label: string; value: number | null }[]
}

/** Large figures side by side, each with its label. */
export function FigureCards({ figures }: FigureCardsProps) {
  return (
    <dl className="grid grid-cols-2 gap-px border-line border-y bg-line md:grid-cols-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="bg-paper py-4 pr-3 even:pl-5 md:pl-5 md:first:pl-0">
          <dt className="text-faint text-sm">{label}</dt>
          <dd className="mt-1 font-display font-medium text-4xl lining-nums tabular-nums">
            {value === null ? '–' : value.toLocaleString('en-US')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
