"""What Gradio keeps of sessions is bounded, and what is forgotten is forgotten everywhere."""

from types import SimpleNamespace

from ui.guard import sessions
from ui.guard.sessions import Sessions, while_watched


def test_visitors_who_are_forgotten_leave_nothing_but_their_events_in_progress(monkeypatch):
    monkeypatch.setattr(sessions, "MAX_VISITORS", 2)
    names = [f"{who}-{n}" for who in ("ada", "bob", "eve", "dan") for n in range(2)]
    queue = SimpleNamespace(
        pending_messages_per_session={},
        pending_event_ids_session={name: {f"event of {name}"} for name in names},
        event_ids_to_events={"event of ada-1": object()},
    )
    holder = SimpleNamespace(session_data=dict.fromkeys(names), time_last_used={})
    admitted = Sessions(SimpleNamespace(_queue=queue, state_holder=holder))
    for name in names:
        admitted.admit(name, name.partition("-")[0])
    assert [*queue.pending_event_ids_session] == ["ada-1", *names[4:]]
    queue.event_ids_to_events.clear()
    admitted.admit("dan-1", "dan")
    assert [*queue.pending_event_ids_session] == [*holder.session_data] == names[4:]


def test_updates_that_nobody_fetches_end(monkeypatch):
    monkeypatch.setattr(sessions, "LAG_SECONDS", 0.0)
    waiting = [None] * (sessions.MAX_LAG - 1)
    messages = {"s": SimpleNamespace(qsize=lambda: len(waiting))}
    blocks = SimpleNamespace(_queue=SimpleNamespace(pending_messages_per_session=messages))
    app = SimpleNamespace(get_blocks=lambda: blocks)
    request = SimpleNamespace(request=SimpleNamespace(app=app), session_hash="s")
    updates = (n for n in range(9))
    watched = while_watched(request, updates)
    assert [next(watched) for _ in range(3)] == [0, 1, 2]
    waiting.append(None)
    assert [*watched, *updates] == []
