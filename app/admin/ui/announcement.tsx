/**
 * A live region for screen readers, for text that is also visible elsewhere on the page. Render it before there is text:
 * only changes in an existing region are announced.
 */
export function Announcement({ children, urgent = false }: { children: string; urgent?: boolean }) {
  return (
    <p role={urgent ? 'alert' : 'status'} className="sr-only">
      {children}
    </p>
  )
}
