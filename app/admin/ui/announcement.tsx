/** Reads out what changed: a region that is there before its text, for text that is shown where the eye is already. */
export function Announcement({ children, urgent = false }: { children: string; urgent?: boolean }) {
  return (
    <p role={urgent ? 'alert' : 'status'} className="sr-only">
      {children}
    </p>
  )
}
