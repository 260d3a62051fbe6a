export type Figure = [label: string, value: number]

export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-4 sm:grid-cols-3">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-faint text-sm">{label}</dt>
          <dd className="mt-0.5 font-display font-medium text-2xl lining-nums tabular-nums">
            {value.toLocaleString('en-US')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
