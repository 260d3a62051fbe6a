/** The result of the form that was just sent. */
export function Notice({ isProblem = false, children }: { isProblem?: boolean; children: string }) {
  return (
    <p
      role={isProblem ? 'alert' : 'status'}
      className={`mb-8 border-l-3 bg-wash px-4 py-3 font-medium ${isProblem ? 'border-red text-red' : 'border-green'}`}
    >
      {children}
    </p>
  )
}
