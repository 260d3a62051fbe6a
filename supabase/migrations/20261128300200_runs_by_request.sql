-- How far the translations are that were asked for together is counted again and again while somebody watches.

create index translation_runs_by_request on public.translation_runs (requested_at desc, status);
