/** What a function is told of the user who calls it. */
export function callOf(userId: string) {
  const user = { userId, claims: { sub: userId } }
  return { ...user, caller: { kind: 'user', ...user } as const }
}
