"""What Gradio keeps of sessions is bounded, and what is forgotten is forgotten everywhere."""

from types import SimpleNamespace

from ui import sessions
from ui.sessions import Sessions


def test_visitors_who_are_forgotten_leave_nothing_but_their_events_in_progress(monkeypatch):
    monkeypatch.setattr(sessions, "VISITORS", 2)
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
