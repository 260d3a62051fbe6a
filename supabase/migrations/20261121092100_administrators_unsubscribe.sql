-- Administrators could change a subscriber's address and mark it confirmed, which only its owner can.

revoke update on public.newsletter_subscribers from authenticated;
grant update (is_active) on public.newsletter_subscribers to authenticated;
