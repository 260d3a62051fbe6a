/** The first thing that Tab reaches on a page: it leads past the header to the element with the id `content`. */
export function SkipLink({ children }: { children: React.ReactNode }) {
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-sm focus:bg-ink focus:px-4 focus:py-3 focus:text-sm focus:font-medium focus:text-paper"
    >
      {children}
    </a>
  )
}
