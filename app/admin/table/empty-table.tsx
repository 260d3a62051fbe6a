interface EmptyTableProps {
  title: string
  children: React.ReactNode
}

/** Stands where a list has nothing yet: says so, and what will be there. */
export function EmptyTable({ title, children }: EmptyTableProps) {
  return (
    <div className="max-w-prose">
      <p className="font-display font-medium text-ink text-title-sm">{title}</p>
      <p className="mt-1.5">{children}</p>
    </div>
  )
}
