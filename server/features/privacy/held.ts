/** What is held about a person, part by part: each a statement in which `$1` is who. Secrets and hashes are in none. */
export const held = {
  account: `select id, username, display_name, email, role, can_post_deals, is_active, language, email_verified_at,
    terms_accepted_at, terms_version, stripe_customer_id, stripe_subscription_id, password_hash is not null as has_password, created_at
    from users where id = $1`,
  settings: 'select email_notifications, created_at, updated_at from user_settings where user_id = $1',
  sessions: `select s.id, s.sess -> 'rememberMe' as remember_me, d.name as device, s.created_at, s.expire
    from sessions s left join devices d on d.id = s.device_id where s.user_id = $1 order by s.created_at`,
  devices: 'select name, created_at, last_sign_in_at from devices where user_id = $1 order by created_at',
  identities:
    'select provider, subject, email, created_at, unlinked_at from identities where user_id = $1 order by created_at',
  mailedLinks:
    'select purpose, email, created_at, expires_at, used_at from tokens where user_id = $1 order by created_at',
  secondFactor: 'select created_at, confirmed_at from second_factors where user_id = $1',
  recoveryCodes: 'select created_at, used_at from recovery_codes where user_id = $1 order by created_at',
  favorites: `select f.deal_id, d.title, f.session_id, f.created_at from favorites f join deals d on d.id = f.deal_id
    where f.user_id = $1 order by f.created_at`,
  cart: `select i.deal_id, d.title, i.quantity, i.added_price, i.session_id, i.created_at, i.removed_at from cart_items i
    join deals d on d.id = i.deal_id where i.user_id = $1 order by i.created_at`,
  orders: `select o.id, o.session_id, o.stripe_payment_intent_id, o.total_amount, o.charged_amount, o.charged_currency, o.exchange_rate,
    o.status, o.payment_method, o.failed_reason, o.disputed_at, o.created_at, o.use_by,
    (select json_agg(i order by i.position) from (select position, deal_id, option, title, title_en, image_url, business_name, price,
      original_price, discount, quantity, address, city, phone from order_items where order_id = o.id) i) as items
    from orders o where o.user_id = $1 order by o.created_at`,
  payments: `select id, session_id, provider, provider_payment_id, status, items, total_amount, total_currency, charged_amount,
    charged_currency, exchange_rate, order_id, disputed_at, dispute_status, created_at, closed_at
    from payments where user_id = $1 order by created_at`,
  refunds: `select r.order_id, r.position, r.amount, r.currency, r.reason, r.status, r.provider_refund_id, r.created_at, r.settled_at,
    r.requested_by = $1 as was_requested_by_you
    from refunds r join orders o on o.id = r.order_id where $1 in (o.user_id, r.requested_by) order by r.created_at`,
  messages: `select contact_email, subject, message, status, created_at, read_at, admin_reply, replied_at from support_messages
    where user_id = $1 or user_id is null and contact_email = (select email from users where id = $1 and email_verified_at is not null)
    order by created_at`,
  dealerRequests: `select nipt, phone, email, status, requested_at, reviewed_at, notes from dealer_requests
    where user_id = $1 order by requested_at`,
  memberships: `select plan, status, posts_used, posts_limit, stripe_subscription_id, current_period_start, current_period_end,
    payment_override_by is not null as was_gift, created_at, updated_at from memberships where user_id = $1 order by created_at`,
  salons: `select s.*, (select json_agg(h) from (select weekday, opens, closes from salon_hours where salon_id = s.id) h) as hours
    from salons s where s.owner_id = $1`,
  deals: `select id, salon_id, title, title_en, description, description_en, business_name, business_info, business_info_en, social_link,
    phone, image_url, price, original_price, category, city, address, distance, hours, expires_at, is_active, is_hidden, deleted_at,
    created_at from deals where user_id = $1 order by created_at`,
  sales: `select order_id, position, deal_id, title, price, quantity from order_items where dealer_id = $1`,
  pictures: `select filename, original_name, mime_type, size, url, category, tags, created_at from media_library
    where uploaded_by = $1 order by created_at`,
  auditEvents: `select at, action, subject, subject_id, detail, actor_id = $1 as was_done_by_you from audit_log
    where actor_id = $1 or (subject = 'user' and subject_id = $1::text) order by at`,
  farewells: 'select email, language, created_at from farewells where email = (select email from users where id = $1)',
} as const;
