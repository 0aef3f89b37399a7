// The votes of all visitors, asked for once somebody looks.
const seen = new IntersectionObserver(([entry]) => {
  if (!entry.isIntersecting) return;
  seen.disconnect();
  trigger("read");
});
seen.observe(element);
