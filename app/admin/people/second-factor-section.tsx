import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { ROLE_NAMES } from '#app/admin/people/describe-role.ts'
import { Checkboxes } from '#app/admin/people/membership-fields.tsx'
import { PEOPLE_KEY, secondFactorRolesQuery } from '#app/admin/people/people-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { setSecondFactorRoles } from '#core/data/members.ts'
import { ROLES, type Role } from '#core/domain/role.ts'

/** Of which roles a second factor is demanded. */
export function SecondFactorSection() {
  const roles = useQuery(secondFactorRolesQuery)
  const [problem, setProblem] = useState('')
  const save = useDeskMutation({
    run: setSecondFactorRoles,
    done: t('people.factors.done'),
    failed: setProblem,
    invalidates: [PEOPLE_KEY],
  })

  function choose(next: Role[]) {
    if (save.isPending) return
    setProblem('')
    void save.attempt(next)
  }

  return (
    <PageSection id="second-factor" title={t('people.factors.title')} intro={t('people.factors.intro')}>
      <QueryView query={roles} what={t('people.factors.title')} pending={<ListSkeleton rows={1} />}>
        {(chosen) => (
          <Checkboxes
            legend={t('people.factors.legend')}
            choices={ROLES.map((role) => [role, ROLE_NAMES[role]])}
            chosen={save.isPending ? save.variables : chosen}
            onChange={choose}
            error={problem || undefined}
          />
        )}
      </QueryView>
      <Announcement urgent>{problem}</Announcement>
    </PageSection>
  )
}
