import { Announcement } from '#app/admin/ui/announcement.tsx'

/** Why something was not done, below the button that asked for it. */
export function ActionProblem({ children }: { children: string }) {
  return (
    <>
      {children && <p className="mt-3 text-red text-sm wrap-anywhere">{children}</p>}
      <Announcement urgent>{children}</Announcement>
    </>
  )
}
