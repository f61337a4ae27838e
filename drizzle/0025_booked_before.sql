-- Payments that were recorded by hand before 0021 get their operator from the log. What two people
-- approved is confirmed. Money that has left for good needs no second person any more.
UPDATE "payments" p SET
  booked_by = coalesce(a.details ->> 'requestedBy', a.operator),
  confirmed_at = CASE WHEN a.details ? 'requestedBy' THEN a.happened_at END
FROM "operator_actions" a
WHERE a.action = 'attempt paid' AND a.outcome = 'done' AND a.details ->> 'attemptId' = p.attempt_id::text
  AND p.booked_by IS NULL AND p.state = 'received'
  AND (EXISTS (SELECT FROM "payouts" o WHERE o.order_id = p.order_id AND o.status IN ('due', 'failed', 'unknown'))
    OR p.returned_cents < p.amount_cents + p.credit_cents
      AND NOT EXISTS (SELECT FROM "payouts" o WHERE o.order_id = p.order_id AND o.payment_id IS NULL AND o.status = 'paid'));
