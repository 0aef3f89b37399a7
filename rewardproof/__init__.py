"""Is your reward safe to train on? Finds what it pays for without the work being done.

from rewardproof import prove
report = prove(reward, tasks, good="answer")
print(report); assert report.holds
"""

from rewardproof.proof import prove
from rewardproof.report import Finding, Report
from rewardproof.scorer import SignatureError
from rewardproof.tasks import TaskError

__all__ = ["Finding", "Report", "SignatureError", "TaskError", "prove"]
